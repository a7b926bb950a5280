import { articlePage, missingArticle } from "@/features/blog/fields";
import { page, section } from "@/model/define";

export default page("article", "Article", {
  "": section("Around an article", articlePage),
  missing: section("Where there is none", missingArticle),
});
