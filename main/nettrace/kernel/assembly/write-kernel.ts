import { memoryPages } from '../kernel-layout.ts'
import { writeModule } from './assembler.ts'
import { decodeFunctions } from './decode-program.ts'

/** The module's bytes; `kernel-bytes.ts` holds them as text and a test compares. */
export function writeKernel(): Uint8Array {
  return writeModule(decodeFunctions(), { minimumPages: memoryPages.minimum, maximumPages: memoryPages.maximum })
}
