import { toDisposable } from '../../../shared/base/disposable.ts'
import { ok } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { LiveService } from '../../diagnostics/live/live-service.ts'
import { cleanName } from '../../diagnostics/recordings/recording-files.ts'
import { background } from '../../logging/background.ts'
import type { Log } from '../../logging/log.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhatToOpen, askWhereToSave } from '../dialogs.ts'
import { exportCompared } from '../../workers/exports/merged-export.ts'
import type { Handlers, PageHandle } from '../request-context.ts'

type LiveChannels = Extract<keyof Handlers, `live.${string}`>
type Format = Request<'live.export'>['format']

const recordings = [{ name: 'Recordings', extensions: ['nettrace'] }]
const extensions: Readonly<Record<Format, string>> = {
  'csv-long': 'csv',
  'csv-wide': 'csv',
  json: 'json',
  nettrace: 'nettrace',
}
const formatNames: Readonly<Record<Format, string>> = {
  'csv-long': 'CSV, one row per value',
  'csv-wide': 'CSV, one column per series',
  json: 'JSON',
  nettrace: 'Recording',
}

export interface LiveHandlerParts {
  readonly live: LiveService
  readonly grants: PathGrants
  readonly log: Log
  readonly now: () => number
}

export function liveHandlers({ live, grants, log, now }: LiveHandlerParts): Pick<Handlers, LiveChannels> {
  const views = new PageViews(live, log)
  return {
    'live.open': (request, { page }) => views.keep(page, (owner) => live.open(request, owner)),
    'live.close': (request, { page }) => live.close(request, ownerOf(page)),
    'live.setInterval': (request) => live.setInterval(request),
    'live.addProvider': (request) => live.addProvider(request),
    'live.removeProvider': (request) => live.removeProvider(request),
    'live.joinShared': (request) => live.joinShared(request),
    'live.retry': (request) => live.retry(request),
    'live.addMark': (request) => live.addMark(request),
    'live.editMark': (request) => live.editMark(request),
    'live.removeMark': (request) => live.removeMark(request),
    'live.range': (request) => live.range(request),
    'live.export': async (request, { page }) => {
      const extension = extensions[request.format]
      const suggested = `${cleanName(live.nameOf(request.liveId) ?? 'live')}-${timeStamp(now())}.${extension}`
      const filters = [{ name: formatNames[request.format], extensions: [extension] }]
      const chosen = await askWhereToSave(page.window, suggested, filters)
      if (chosen === null) return ok(null)
      const exported = await live.export(request, chosen)
      if (exported.ok) grants.add(exported.value.path)
      return exported
    },
    'live.exportCompared': async (request, { page }) => {
      const extension = extensions[request.format]
      const suggested = `compared-${timeStamp(now())}.${extension}`
      const filters = [{ name: formatNames[request.format], extensions: [extension] }]
      const chosen = await askWhereToSave(page.window, suggested, filters)
      if (chosen === null) return ok(null)
      const exported = await exportCompared(request, chosen, (one, path) => live.export(one, path))
      if (exported.ok) grants.add(exported.value.path)
      return exported
    },
    'live.openFile': async ({ path }, { page }) => {
      const chosen = path ?? (await askWhatToOpen(page.window, recordings))
      if (chosen === null) return ok(null)
      grants.add(chosen)
      return views.keep(page, (owner) => live.openFile(chosen, owner))
    },
  }
}

const ownerOf = (page: PageHandle): string => `page ${page.id}`

/** Closes the views of a page with the page, however it ends. */
class PageViews {
  readonly #live: LiveService
  readonly #log: Log
  readonly #known = new WeakSet<PageHandle>()

  constructor(live: LiveService, log: Log) {
    this.#live = live
    this.#log = log
  }

  async keep<T>(page: PageHandle, open: (owner: string) => Promise<T>): Promise<T> {
    const owner = ownerOf(page)
    const closeViews = () => background(this.#live.closeOwner(owner), 'live.closeOwner', this.#log)
    if (!this.#known.has(page)) {
      this.#known.add(page)
      page.own(toDisposable(closeViews))
    }
    const opened = await open(owner)
    // The page went while its view was opened: nobody is left to close it.
    if (page.hasEnded) closeViews()
    return opened
  }
}

function timeStamp(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
}
