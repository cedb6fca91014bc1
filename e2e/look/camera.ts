import fs from 'node:fs'
import path from 'node:path'
import { setPageSize, type RunningApp } from '../fixture/running-app.ts'

export const themes = ['light', 'dark', 'hc'] as const
export type Theme = (typeof themes)[number]

export interface Size {
  readonly width: number
  readonly height: number
}

export interface LookPlan {
  readonly folder: string
  readonly themes: readonly Theme[]
  readonly sizes: readonly Size[]
}

/** Layout and styles follow within two frames; canvases draw once more after that. */
const settleMs = 350

/** One state of the app in every theme and size of the plan. The state stays: nothing is clicked or typed between them. */
export class LookCamera {
  readonly #app: RunningApp
  readonly #plan: LookPlan
  #count = 0

  constructor(app: RunningApp, plan: LookPlan) {
    this.#app = app
    this.#plan = plan
    fs.mkdirSync(plan.folder, { recursive: true })
  }

  get count(): number {
    return this.#count
  }

  /** `before`: what a picture shows that goes away by itself or with the window's size, such as a tooltip. Done again for each. */
  async take(name: string, before: (size: Size) => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    for (const size of this.#plan.sizes) {
      await setPageSize(this.#app.application, size)
      for (const theme of this.#plan.themes) {
        await this.set({ theme })
        await before(size)
        await this.#app.page.waitForTimeout(settleMs)
        const file = `${name}-${theme}-${String(size.width)}x${String(size.height)}.png`
        await this.#app.page.screenshot({ path: path.join(this.#plan.folder, file), animations: 'disabled' })
        this.#count += 1
      }
    }
  }

  /** Settings, as the settings screen would change them. */
  async set(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#app.page.evaluate((wanted) => {
      const bridge = (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge
      return bridge.invoke('settings.update', wanted)
    }, changes)
  }
}
