import type { Delivery } from "@/api/types";
import type { DeliveryState } from "@/resources/deliveries";

/** The state of a delivery as people read it. */
export const STATES: Readonly<Record<DeliveryState, string>> = {
  delivered: "Delivered",
  failing: "Failing",
  failed: "Failed",
  superseded: "Superseded",
};

export const PUBLISHER = "publisher";

/** Who a message went to. */
export function nameOf({ endpoint_id, endpoint }: Pick<Delivery, "endpoint_id" | "endpoint">): string {
  return endpoint_id === PUBLISHER ? "Publisher" : endpoint;
}

/** What became of one try that somebody asked for. */
export function outcomeOf(delivery: Delivery): string {
  const name = nameOf(delivery);
  if (delivery.state === "delivered") return `${name} accepted the message`;
  return `${name} did not accept the message: ${delivery.error}`;
}

/** The reason of a failure as a sentence; "" when there is none. */
export function reasonOf({ error }: Pick<Delivery, "error">): string {
  if (error === "") return "";
  const sentence = error.charAt(0).toUpperCase() + error.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** "every 10 s", "every 5 min", "every 2 h": the least time between two calls. */
export function intervalOf(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}
