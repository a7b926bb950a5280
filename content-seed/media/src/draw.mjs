// Draws the pictures of content-seed as SVG and turns them into WebP with Chromium.
// Run in the repository root after `npm ci`:  node content-seed/media/src/draw.mjs [name …]
// CHROMIUM names the browser (default /usr/bin/chromium). KEEP_SVG=<folder> also writes the drawings themselves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { scenes } from './scenes/index.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const resolve = createRequire(import.meta.url).resolve;
const font = (family, file) =>
  `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(resolve(file)).toString('base64')})}`;
const fonts = [
  font('Anek', '@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2'),
  font('AnekDeva', '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2'),
  font('AnekKnda', '@fontsource-variable/anek-kannada/files/anek-kannada-kannada-wght-normal.woff2'),
].join('');

/** Widths of the smaller copies of each picture. */
const COPIES = [480, 960];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !scenes[name]);
if (unknown.length) {
  console.error(`No such picture: ${unknown.join(', ')}. There are: ${Object.keys(scenes).join(', ')}.`);
  process.exit(1);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  for (const [name, scene] of Object.entries(scenes)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const { width, height, quality = 0.8, draw } = scene;
    const drawing = draw();
    if (process.env.KEEP_SVG) {
      mkdirSync(process.env.KEEP_SVG, { recursive: true });
      writeFileSync(join(process.env.KEEP_SVG, `${name}.svg`), drawing);
    }
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(`<!doctype html><style>${fonts}html,body{margin:0}svg{display:block}</style>${drawing}`);
    await page.evaluate(() => document.fonts.ready);
    const png = (await page.screenshot({ clip: { x: 0, y: 0, width, height } })).toString('base64');
    const copies = COPIES.filter((w) => w < width);
    // Named as the CMS names uploaded pictures: pages write the addresses of the copies from this one.
    const stem = [`${name}_${width}x${height}`, ...copies].join('_');
    for (const w of [width, ...copies]) {
      const webp = await page.evaluate(
        async ([data, q, to]) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const canvas = new OffscreenCanvas(to, Math.round((bitmap.height * to) / bitmap.width));
          const context = canvas.getContext('2d');
          context.imageSmoothingQuality = 'high';
          context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
          const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: q })).arrayBuffer());
          return btoa(bytes.reduce((s, b) => s + String.fromCharCode(b), ''));
        },
        [png, quality, w],
      );
      const file = w === width ? `${stem}.webp` : `${stem}.${w}.webp`;
      const bytes = Buffer.from(webp, 'base64');
      writeFileSync(join(here, '..', file), bytes);
      console.log(`${file} ${Math.round(bytes.length / 1024)} KB`);
    }
    await page.close();
  }
} finally {
  await browser.close();
}
