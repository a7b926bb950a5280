import { page } from "@/model/define";

/** Its texts are those of the blog; declared here is its address, which no page of an editor may have. */
export default page("blog-page", "Further page of the blog", {});
