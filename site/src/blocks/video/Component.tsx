import { BlockFrame } from "@/components/BlockFrame";
import { fill } from "@/lib/fill";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import { Player } from "./Player";

export default function Video({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, lead, video, title, play, watch, ground } = values;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {video && <Player video={video} title={title} play={fill(play, { title })} watch={watch} />}
    </BlockFrame>
  );
}
