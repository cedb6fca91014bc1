import type { BrowserWindow, WebContents } from 'electron'
import { DisposableStore, type Disposable } from '../../shared/base/disposable.ts'
import type { AppFacts } from '../../shared/model/app.ts'
import type { PageHandle } from '../ipc/request-context.ts'

export const nothingAsked: AppFacts['start'] = { filePath: null, link: null, pids: [], isLive: false, isDemo: false }

/**
 * The pages of our windows. A window has one page at a time; it ends (and disposes what it opened) when the window
 * loads again, its renderer process goes, or it closes.
 */
export class Pages {
  readonly #byContents = new Map<number, Page>()
  #nextId = 1

  /** Begins to follow a window; `start` is what its first page is told to open. */
  follow(window: BrowserWindow, start: AppFacts['start']): void {
    const contents = window.webContents
    // Read now: a destroyed contents cannot be asked for its id.
    const contentsId = contents.id
    this.#byContents.set(contentsId, new Page(this.#nextId++, window, start))
    const renew = () => {
      const old = this.#byContents.get(contentsId)
      if (old === undefined) return
      const unused = old.takeStart()
      old.dispose()
      this.#byContents.set(contentsId, new Page(this.#nextId++, window, unused))
    }
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) renew()
    })
    contents.on('render-process-gone', renew)
    window.on('closed', () => {
      this.#byContents.get(contentsId)?.dispose()
      this.#byContents.delete(contentsId)
    })
  }

  of(contents: WebContents): PageHandle | null {
    return this.#byContents.get(contents.id) ?? null
  }

  all(): readonly PageHandle[] {
    return [...this.#byContents.values()]
  }
}

class Page implements PageHandle, Disposable {
  readonly id: number
  readonly window: BrowserWindow
  hasEnded = false
  readonly #owned = new DisposableStore()
  #start: AppFacts['start']

  constructor(id: number, window: BrowserWindow, start: AppFacts['start']) {
    this.id = id
    this.window = window
    this.#start = start
  }

  own<T extends Disposable>(item: T): T {
    return this.#owned.add(item)
  }

  disown(item: Disposable): void {
    this.#owned.forget(item)
  }

  takeStart(): AppFacts['start'] {
    const start = this.#start
    this.#start = nothingAsked
    return start
  }

  dispose(): void {
    this.hasEnded = true
    this.#owned.dispose()
  }
}
