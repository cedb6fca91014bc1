import path from 'node:path'
import * as v from 'valibot'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

/** More files than anybody opens again. */
const maxPaths = 500
const schema = v.strictObject({ version: v.literal(1), paths: v.array(v.pipe(v.string(), v.maxLength(4096))) })
const empty: v.InferOutput<typeof schema> = { version: 1, paths: [] }

/**
 * Files that a person named to main itself: chosen in a dialog, dropped on a window, given on the command line, or agreed to in a
 * question. A path that only the page knows is none of them. Kept on disk, so that a recent file opens without a question.
 */
export class PathGrants {
  readonly #file: JsonFile<v.InferOutput<typeof schema>>
  readonly #paths: Set<string>

  constructor(filePath: string, now: () => number) {
    this.#file = new JsonFile({
      path: filePath,
      defaults: empty,
      parse: parsedBy(schema),
      now,
    })
    this.#paths = new Set(this.#file.read().value.paths.slice(-maxPaths))
  }

  add(filePath: string): void {
    const resolved = path.resolve(filePath)
    // The newest last; the oldest gives way.
    this.#paths.delete(resolved)
    this.#paths.add(resolved)
    const oldest = this.#paths.values().next().value
    if (this.#paths.size > maxPaths && oldest !== undefined) this.#paths.delete(oldest)
    void this.#file.write({ version: 1, paths: [...this.#paths] })
  }

  has(filePath: string): boolean {
    return this.#paths.has(path.resolve(filePath))
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }
}
