import { sha256 } from "@noble/hashes/sha2";

/** The work that the server asks for: a number for each round. */
export interface Work {
  challenge: string;
  rounds: number;
  /** With how many zero bits the hash of each round begins. */
  bits: number;
}

/** For how many milliseconds the page is busy at a time: what is typed meanwhile appears at once. */
const BUSY = 12;
/** The room for the round and the number behind the challenge's last part. */
const ROOM = 24;

/** Does the work, and returns what proves it. */
export async function solve({ challenge, rounds, bits }: Work): Promise<string> {
  const seed = challenge.slice(challenge.lastIndexOf(".") + 1);
  const text = new Uint8Array(seed.length + ROOM);
  const write = (words: string, at: number) => {
    for (let i = 0; i < words.length; i++) text[at + i] = words.charCodeAt(i);
    return at + words.length;
  };
  const numbers: number[] = [];
  let begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    const at = write(`${seed}.${round}.`, 0);
    for (let number = 0; ; number++) {
      const hash = sha256(text.subarray(0, write(`${number}`, at)));
      if (Math.clz32(new DataView(hash.buffer).getUint32(0)) >= bits) {
        numbers.push(number);
        break;
      }
      if (number % 64 === 0 && performance.now() - begun > BUSY) {
        await new Promise((resolve) => setTimeout(resolve));
        begun = performance.now();
      }
    }
  }
  return `${challenge}~${numbers}`;
}
