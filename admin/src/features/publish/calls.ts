import { api, body } from "@/api/client";
import type { PublishStatus } from "@/api/types";

export const STATUS_KEY = "/publish/status";

export function fetchStatus(): Promise<PublishStatus> {
  return body(api.GET("/publish/status"));
}

export function publishAgain(): Promise<PublishStatus> {
  return body(api.POST("/publish"));
}
