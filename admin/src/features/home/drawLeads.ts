import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Series {
  label: string;
  /** The token of its colour. */
  colour: string;
  counts: number[];
}

/** Draws bars of the series, one on another for each day, in the theme's colours, and follows the theme. Returns what
 * takes the chart down again. */
export function drawLeads(canvas: HTMLCanvasElement, days: string[], series: readonly Series[]): () => void {
  const token = (name: string) => getComputedStyle(canvas).getPropertyValue(name).trim();
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const chart = new Chart(canvas, {
    type: "bar",
    data: { labels: days, datasets: series.map(({ label, counts }) => ({ label, data: counts })) },
    options: {
      animation: calm ? false : { duration: 400 },
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { stacked: true, grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
        y: { stacked: true, beginAtZero: true, ticks: { precision: 0 } },
      },
    },
  });
  const paint = () => {
    for (const [i, dataset] of chart.data.datasets.entries()) dataset.backgroundColor = token(series[i]?.colour ?? "");
    for (const scale of Object.values(chart.options.scales ?? {})) {
      if (scale?.ticks) scale.ticks.color = token("--ink-soft");
      if (scale?.grid) scale.grid.color = token("--line");
    }
    chart.update("none");
  };
  paint();
  const observer = new MutationObserver(paint);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
