import * as v from 'valibot'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const fileSchema = v.object({ version: v.literal(1), added: v.array(v.pipe(v.string(), v.maxLength(200))) })
type Content = v.InferOutput<typeof fileSchema>
const empty: Content = { version: 1, added: [] }

/** Hosts that the person added by name: nothing else about them is kept. */
export class MachineStore {
  readonly #file: JsonFile<Content>
  #content: Content

  constructor(path: string, now: () => number) {
    this.#file = new JsonFile({ path, defaults: empty, parse: parsedBy(fileSchema), now })
    this.#content = this.#file.read().value
  }

  get added(): readonly string[] {
    return this.#content.added
  }

  setAdded(added: readonly string[]): void {
    this.#content = { version: 1, added: [...added] }
    void this.#file.write(this.#content)
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }
}
