// What both measurements have in common.
import { devices } from "playwright-core";

export const screens = {
  desktop: { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" },
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, reducedMotion: "reduce" },
};

/** Makes a page's processor slower by a factor. */
export async function slowed(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return session;
}
