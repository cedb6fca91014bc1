import fs from 'node:fs'

const checkEveryMs = 10_000

/** User names by id out of a passwd file, read again when it has changed. Directory services are not asked: that can block. */
export class UserTable {
  readonly #file: string
  #names = new Map<number, string>()
  #checkedMs = -Infinity
  #modifiedMs = Number.NaN

  constructor(file: string) {
    this.#file = file
  }

  nameOf(userId: number): string | null {
    this.#refresh()
    return this.#names.get(userId) ?? null
  }

  #refresh(): void {
    const nowMs = performance.now()
    if (nowMs - this.#checkedMs < checkEveryMs) return
    this.#checkedMs = nowMs
    try {
      const { mtimeMs } = fs.statSync(this.#file)
      if (mtimeMs === this.#modifiedMs) return
      this.#names = parsePasswd(fs.readFileSync(this.#file, 'utf8'))
      this.#modifiedMs = mtimeMs
    } catch {
      // No such table here (Windows, a minimal container): ids stay numbers.
    }
  }
}

/** `name:password:uid:...`, the first name of an id wins. */
export function parsePasswd(text: string): Map<number, string> {
  const names = new Map<number, string>()
  for (const line of text.split('\n')) {
    const [name, , uid] = line.split(':')
    if (name && uid && /^\d+$/.test(uid) && !names.has(Number(uid))) names.set(Number(uid), name)
  }
  return names
}
