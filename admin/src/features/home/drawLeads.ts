import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Series {
  label: string;
  /** The token of its colour. */
  colour: string;
  counts: number[];
}

/** Draws bars of the series, one on another for each day, in the theme's colours. Returns what takes the chart down. */
export function drawLeads(canvas: HTMLCanvasElement, days: string[], series: readonly Series[]): () => void {
  const token = (name: string) => getComputedStyle(canvas).getPropertyValue(name).trim();
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const draw = (animated: boolean) => {
    const ticks = { color: token("--ink-soft") };
    return new Chart(canvas, {
      type: "bar",
      data: {
        labels: days,
        datasets: series.map(({ label, counts, colour }) => ({ label, data: counts, backgroundColor: token(colour) })),
      },
      options: {
        animation: animated && { duration: 400 },
        maintainAspectRatio: false,
        interaction: { mode: "index", intersect: false },
        scales: {
          x: { stacked: true, grid: { display: false }, ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 } },
          y: { stacked: true, beginAtZero: true, grid: { color: token("--line") }, ticks: { ...ticks, precision: 0 } },
        },
      },
    });
  };
  let chart = draw(!calm);
  const observer = new MutationObserver(() => {
    chart.destroy();
    chart = draw(false);
  });
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
