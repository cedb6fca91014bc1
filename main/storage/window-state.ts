import * as v from 'valibot'
import { JsonFile, parsedBy } from './json-file.ts'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))

/** Where the last window was. Coordinates are device-independent pixels. */
export const placementSchema = v.strictObject({
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
  isMaximized: v.boolean(),
})
export type Placement = v.InferOutput<typeof placementSchema>

const fileSchema = v.strictObject({ version: v.literal(1), placement: v.nullable(placementSchema) })
type WindowStateFile = v.InferOutput<typeof fileSchema>

/** Remembers the place of the window between starts. Not a setting: a file that is not understood is simply replaced. */
export class WindowStateStore {
  readonly #file: JsonFile<WindowStateFile>
  #current: WindowStateFile

  constructor(filePath: string, now: () => number) {
    this.#file = new JsonFile({
      path: filePath,
      defaults: { version: 1, placement: null },
      parse: parsedBy(fileSchema),
      now,
    })
    this.#current = this.#file.read().value
  }

  get placement(): Placement | null {
    return this.#current.placement
  }

  keep(placement: Placement): void {
    this.#current = { version: 1, placement }
    // Never rejects; a place that could not be kept is not worth a word.
    void this.#file.write(this.#current)
  }

  async flush(): Promise<void> {
    await this.#file.flush()
  }
}
