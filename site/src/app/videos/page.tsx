import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { video } from "@/app/seo/facts";
import { pageMetadata } from "@/app/seo/metadata";
import { PageHead } from "@/components/PageHead";
import VideoLibrary from "@/features/videos/VideoLibrary";

export const generateMetadata = () => pageMetadata("/videos");

export default async function Videos() {
  const { texts, videos, videos_show_coming_soon } = await load("/videos");
  return (
    <>
      <PageFacts
        path="/videos"
        more={(source) => (videos_show_coming_soon ? [] : videos.map((one) => video(source, one)))}
      />
      <PageHead title={texts.head.title} lead={texts.head.lead} place="east" />
      <div className="stretch">
        <VideoLibrary built={videos} comingSoon={videos_show_coming_soon} texts={texts.library} />
      </div>
    </>
  );
}
