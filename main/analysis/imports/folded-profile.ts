import { utf8Text } from '../../nettrace/byte-cursor.ts'
import { ImportDamage } from './import-damage.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { ProfileBuilder } from './profile-builder.ts'

/** Longer ones are no stacks. */
const longestLineBytes = 2 ** 26
export const foldedWeight = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/**
 * Folded stacks, a line per stack: frames from the root on joined by `;`, a blank, the weight. Lines that begin with `#` say something
 * about the file. What the weights count is not in the file. Of a file that is
 * cut off, the last line may lack digits and does not count.
 */
export function readFolded(bytes: Uint8Array, isCut = false): ImportedProfile {
  const builder = new ProfileBuilder()
  const thread = builder.thread('', null, '')
  let line = 0
  for (let start = 0; start < bytes.length;) {
    line++
    const newLine = bytes.indexOf(10, start)
    const end = newLine < 0 ? bytes.length : newLine
    if (end - start > longestLineBytes)
      throw new ImportDamage(start, `a line of at most ${longestLineBytes} bytes`, `line ${line} with ${end - start}`)
    if (newLine >= 0 || !isCut) addLine(builder, thread, utf8Text(bytes, start, end).trim(), line)
    start = end + 1
  }
  if (isCut) builder.note('cut-off', `line ${line}`)
  if (builder.sampleCount === 0) throw new ImportDamage(0, 'lines with a stack and a number', 'none')
  const facts = { format: 'folded', tool: '', name: '', unit: 'unstated', statedUnit: '', startUnixMs: null } as const
  return builder.build(facts, false)
}

function addLine(builder: ProfileBuilder, thread: number, text: string, line: number): void {
  if (text === '' || text.startsWith('# ')) return
  const blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'))
  if (blank < 0 || !foldedWeight.test(text.slice(blank + 1))) {
    builder.note('line-without-weight', `line ${line}`)
    return
  }
  const weight = Number(text.slice(blank + 1))
  if (!(weight >= 0) || weight === Number.POSITIVE_INFINITY) {
    builder.note('negative-weight', `line ${line}`)
    return
  }
  let node = 0
  for (const frame of text.slice(0, blank).trimEnd().split(';'))
    if (frame !== '') node = builder.child(node, builder.frame(frame))
  builder.sample(thread, 0, node, weight)
}
