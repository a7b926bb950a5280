import { isVideoHost, videoOf } from "@academy/shared/video";
import { BlockFrame } from "@/components/BlockFrame";
import { fill } from "@/lib/fill";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import Player from "./Player";

/** Whether the address is a page of a host of videos that is none itself. It is refused now, but may be stored. */
const isPage = (address: string) => isVideoHost(address) && !videoOf(address);

export default function Video({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, lead, video, title, play, watch, ground } = values;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {video && isPage(video) && (
        <p>
          <a href={video}>{watch}</a>
        </p>
      )}
      {video && !isPage(video) && <Player video={video} title={title} play={fill(play, { title })} watch={watch} />}
    </BlockFrame>
  );
}
