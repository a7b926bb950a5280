import { page } from "@/model/define";

/** Its texts are those of the resources; declared here is its address, which no page of an editor may have. */
export default page("topic", "Topic of the resources", {});
