import { readFileSync } from "node:fs";

/**
 * Reads a secret from the variable `name`, or from the file that `name_FILE` names, without line ends at its end; "" when
 * neither is set. Throws when both are, or when the file cannot be read.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] ?? "";
  if (env[name]) throw new Error(`${name} and ${name}_FILE are both set; set one of them`);
  return readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
}
