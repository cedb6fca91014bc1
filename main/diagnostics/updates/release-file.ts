import * as v from 'valibot'

/** Other keys may follow in later versions; nothing but the number is ever shown or followed. */
const schema = v.object({ version: v.pipe(v.string(), v.maxLength(32), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)) })

/** @returns the newest version that the file names, null when it is not a release file */
export function parseReleaseFile(text: string): string | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // SyntaxError: some other page.
    return null
  }
  const parsed = v.safeParse(schema, read)
  return parsed.success ? parsed.output.version : null
}

/** Of two versions as above; what stands behind a dash or a tilde of our own does not count. */
export function isNewer(offered: string, own: string): boolean {
  const [offeredParts, ownParts] = [numbersOf(offered), numbersOf(own)]
  for (let index = 0; index < 3; index++) {
    const difference = (offeredParts[index] ?? 0) - (ownParts[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function numbersOf(version: string): readonly number[] {
  return (version.split(/[-~+]/)[0] ?? '').split('.').map(Number)
}
