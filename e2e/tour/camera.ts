import fs from 'node:fs'
import path from 'node:path'
import { setPageSize, type RunningApp } from '../fixture/running-app.ts'
import { runCommand } from '../fixture/shell-steps.ts'
import { saveAsWebp } from '../fixture/webp.ts'

export const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
] as const
export type Size = (typeof sizes)[number]

export const themes = ['light', 'dark', 'hc'] as const
export type Theme = (typeof themes)[number]

/** Titles of the commands as the palette shows them. */
const themeCommands: Readonly<Record<Theme, string>> = {
  light: 'Theme: light',
  dark: 'Theme: dark',
  hc: 'Theme: high contrast',
}

/** Layout and styles follow a change of size or theme within two frames; charts draw once more after that. */
const settleMs = 300

/** Takes numbered pictures of the page and remembers their names. */
export class Camera {
  readonly #app: RunningApp
  readonly #folder: string
  readonly #taken: string[] = []
  #theme: Theme | null = null
  #size: Size | null = null
  #kept: { readonly look: string; readonly file: string } | null = null

  constructor(app: RunningApp, folder: string) {
    this.#app = app
    this.#folder = folder
    fs.mkdirSync(path.join(folder, 'screenshots'), { recursive: true })
  }

  /** Paths relative to the folder, in the order they were taken. */
  get taken(): readonly string[] {
    return this.#taken
  }

  /** The picture of that name, theme and size is also written there when it is taken. */
  keepAsWebp(look: string, file: string): void {
    this.#kept = { look, file }
  }

  get isKeepingOne(): boolean {
    return this.#kept !== null
  }

  async setTheme(theme: Theme): Promise<void> {
    if (theme === this.#theme) return
    await runCommand(this.#app, themeCommands[theme])
    this.#theme = theme
    await this.#app.page.waitForTimeout(settleMs)
  }

  async setSize(size: Size): Promise<void> {
    if (size === this.#size) return
    await setPageSize(this.#app.application, size)
    this.#size = size
    await this.#app.page.waitForTimeout(settleMs)
  }

  async take(name: string): Promise<void> {
    const { page } = this.#app
    const number = String(this.#taken.length + 1).padStart(2, '0')
    const size = this.#size ?? sizes[0]
    const look = `${name}-${this.#theme ?? 'system'}-${size.width}x${size.height}`
    const relative = `screenshots/${number}-${look}.png`
    // Away from everything that would show a tooltip.
    await page.mouse.move(size.width / 2, size.height - 1)
    // A dialog half faded in is not what a person looks at.
    const png = await page.screenshot({ path: path.join(this.#folder, relative), animations: 'disabled' })
    this.#taken.push(relative)
    if (this.#kept?.look === look) await saveAsWebp(page, png, this.#kept.file)
  }

  /**
   * The screen that is open now in every theme and size; afterwards light and large again. Each theme begins at the size at which the one before ended: all of
   * the page is laid out anew for another.
   */
  async takeEverywhere(name: string): Promise<void> {
    for (const [index, theme] of themes.entries()) {
      for (const size of index % 2 === 0 ? sizes : sizes.toReversed()) {
        await this.setSize(size)
        await this.setTheme(theme)
        await this.take(name)
      }
    }
    await this.setSize(sizes[0])
    await this.setTheme('light')
  }
}
