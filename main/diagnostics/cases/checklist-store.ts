import * as v from 'valibot'
import { type Checklist, checklistSchema } from '../../../shared/case/checklist.ts'
import { checklistById } from '../../../shared/case/checklists.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

const fileSchema = v.object({ version: v.literal(1), checklists: v.array(checklistSchema) })
type Content = v.InferOutput<typeof fileSchema>

/** More than anybody chooses from; the oldest goes. */
const mostKept = 50

/** Checklists that a person imported, newest last. The built-in ones are not among them. */
export class ChecklistStore {
  readonly #file: JsonFile<Content>
  #content: Content

  constructor(filePath: string, now: () => number) {
    const defaults: Content = { version: 1, checklists: [] }
    this.#file = new JsonFile({ path: filePath, defaults, parse: parsedBy(fileSchema), now })
    this.#content = this.#file.read().value
  }

  list(): readonly Checklist[] {
    return this.#content.checklists
  }

  /** One with the same id is replaced: it is a newer version of it. One that has the id of a built-in one gets another, and is kept beside it. */
  add(checklist: Checklist): Checklist {
    const kept = checklistById(checklist.id) === null ? checklist : { ...checklist, id: `${checklist.id}-imported` }
    this.#change([...this.#without(kept.id), kept].slice(-mostKept))
    return kept
  }

  remove(id: string): readonly Checklist[] {
    this.#change(this.#without(id))
    return this.list()
  }

  #without(id: string): readonly Checklist[] {
    return this.#content.checklists.filter((checklist) => checklist.id !== id)
  }

  #change(checklists: readonly Checklist[]): void {
    this.#content = { ...this.#content, checklists: [...checklists] }
    void this.#file.write(this.#content)
  }
}
