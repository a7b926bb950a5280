import type { Schemas } from "@academy/shared/api/client";
import { Editor as Anybody, entered, type Served } from "@academy/shared/test/editor";
import { eventually } from "./wait";

export { administrator } from "@academy/shared/test/editor";

export type Article = Schemas["Article"];
export type PublishStatus = Schemas["PublishStatus"];

/** An editor of a product that publishes. */
export class Editor extends Anybody {
  static override async enter(product: Served): Promise<Editor> {
    return new Editor(product, await entered(product));
  }

  status(): Promise<PublishStatus> {
    return this.call("GET", "/api/publish/status");
  }

  /** Waits until what is live equals the content. */
  live(within?: number): Promise<PublishStatus> {
    return eventually(
      "everything is live",
      async () => {
        const status = await this.status();
        return status.state === "live" && status.content_fingerprint === status.live_fingerprint && status;
      },
      within,
    );
  }
}
