import fs from 'node:fs'
import path from 'node:path'
import { seriousFindings } from '../fixture/accessible.ts'
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
  /** Asks axe about each state in each theme. */
  readonly asksAxe: boolean
}

/** Layout and styles follow within two frames; canvases draw once more after that. */
const settleMs = 350

/** One state of the app in every theme and size of the plan. The state stays: nothing is clicked or typed between them. */
export class LookCamera {
  readonly #app: RunningApp
  readonly #plan: LookPlan
  #count = 0
  /** What axe calls serious or critical, with the name of the picture. */
  readonly findings: string[] = []

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
        if (!this.#plan.asksAxe || size !== this.#plan.sizes[0]) continue
        // All rules once; what a theme can change are colours.
        const rules = theme === this.#plan.themes[0] ? 'all' : 'colours'
        for (const finding of await seriousFindings(this.#app.page, rules)) this.findings.push(`${file}: ${finding}`)
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
