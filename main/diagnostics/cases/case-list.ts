import * as v from 'valibot'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const entrySchema = v.object({
  /** Where it was collected. */
  folder: v.string(),
  zipPath: v.string(),
  /** There is a verified package with everything in it: the folder is kept for another try, and goes with Pipescope. */
  isPacked: v.boolean(),
})
export type ListedCase = v.InferOutput<typeof entrySchema>

const schema = v.object({ version: v.literal(1), cases: v.array(entrySchema) })

/** Which folders hold collected, unmasked files: what a run leaves behind, the next one finds. */
export class CaseList {
  readonly #file: JsonFile<v.InferOutput<typeof schema>>
  #cases: readonly ListedCase[]

  constructor(filePath: string, now: () => number) {
    this.#file = new JsonFile({ path: filePath, defaults: { version: 1, cases: [] }, parse: parsedBy(schema), now })
    this.#cases = this.#file.read().value.cases
  }

  get cases(): readonly ListedCase[] {
    return this.#cases
  }

  async keep(entry: ListedCase): Promise<void> {
    this.#cases = [...this.#cases.filter(({ folder }) => folder !== entry.folder), entry]
    await this.#write()
  }

  async forget(folder: string): Promise<void> {
    this.#cases = this.#cases.filter((entry) => entry.folder !== folder)
    await this.#write()
  }

  async #write(): Promise<void> {
    await this.#file.write({ version: 1, cases: [...this.#cases] })
  }
}
