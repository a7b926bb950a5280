import { ArcElement, Chart, DoughnutController, Tooltip } from "chart.js";
import { calm } from "@/lib/calm";

Chart.register(ArcElement, DoughnutController, Tooltip);

export interface Share {
  subject: string;
  percent: number;
  /** The percentage as it is written. */
  words: string;
}

/** Draws the shares in the theme's colours and follows the theme. Returns what takes the chart down again. */
export function drawDoughnut(canvas: HTMLCanvasElement, shares: Share[]): () => void {
  const token = (name: string) => getComputedStyle(canvas).getPropertyValue(name).trim();
  const colours = () => shares.map((_, i) => token(`--slice-${i}`));
  const chart = new Chart(canvas, {
    type: "doughnut",
    data: {
      labels: shares.map((share) => share.subject),
      datasets: [
        {
          data: shares.map((share) => share.percent),
          backgroundColor: colours(),
          borderColor: token("--ground-sunk"),
          borderWidth: 3,
        },
      ],
    },
    options: {
      cutout: "58%",
      animation: calm() ? false : { duration: 600 },
      plugins: { tooltip: { callbacks: { label: (item) => ` ${shares[item.dataIndex]?.words}` } } },
    },
  });
  const observer = new MutationObserver(() => {
    const [dataset] = chart.data.datasets;
    if (!dataset) return;
    dataset.backgroundColor = colours();
    dataset.borderColor = token("--ground-sunk");
    chart.update("none");
  });
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
