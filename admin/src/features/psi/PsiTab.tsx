import { Later } from "@/components/Later";

export function PsiTab() {
  return <Later title="PSI" />;
}
