import { writeSync } from 'node:fs'

/** A write may take a part of the bytes only. Throws what the file system says. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
}
