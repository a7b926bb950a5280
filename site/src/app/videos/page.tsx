import "@/app/styles";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { PageFacts } from "@/features/seo/Facts";
import { video } from "@/features/seo/facts";
import { pageMetadata } from "@/features/seo/metadata";
import { VideoLibrary } from "@/features/videos/VideoLibrary";

export const generateMetadata = () => pageMetadata("/videos");

export default async function Videos() {
  const { videos, videos_show_coming_soon } = await load("/videos");
  return (
    <>
      <PageFacts
        path="/videos"
        more={(source) => (videos_show_coming_soon ? [] : videos.map((one) => video(source, one)))}
      />
      <PageHead title="Video Library" lead="Lessons to watch at your own pace, sorted by subject." place="east" />
      <div className="stretch">
        <VideoLibrary built={videos} comingSoon={videos_show_coming_soon} />
      </div>
    </>
  );
}
