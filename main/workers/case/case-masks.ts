import { createHmac } from 'node:crypto'
import type { MaskName } from '../../analysis/trim/redaction/masks.ts'

/** Hexadecimal digits of a mask's name: 40 bits. */
const nameDigits = 10

/** Equal texts of one case have equal names, in every file of it; without the key nobody can try out guesses. */
export function keyedNames(key: string): MaskName {
  return (_rule, secret) => createHmac('sha256', key).update(secret).digest('hex').slice(0, nameDigits)
}
