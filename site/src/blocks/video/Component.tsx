import { BlockFrame } from "@/components/BlockFrame";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import { Player } from "./Player";

export default function Video({ id, first, values }: BlockProps<typeof model>) {
  const { heading, lead, video, title, play, watch, ground } = values;
  return (
    <BlockFrame id={id} first={first} heading={heading} lead={lead} ground={ground}>
      {video && <Player video={video} title={title} play={play.replace("{title}", () => title)} watch={watch} />}
    </BlockFrame>
  );
}
