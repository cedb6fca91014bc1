import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Bridge, PortHandover } from '../../shared/contract/index.ts'
import type { AppFacts, LogRecord } from '../../shared/model/app.ts'
import type { ProcessMessage, ProcessRow } from '../../shared/model/process.ts'
import type { TourHook, TourSeries } from '../../shared/model/tour.ts'

/** The page as the functions below find it when they run inside of it. */
interface TourPage {
  readonly bridge: Bridge
  readonly pipescopeTour?: TourHook
}

/** Longest wait for the first complete list. */
const scanTimeoutMs = 10_000

/**
 * Every process that the app knows at the moment, read from the app's own stream and not from the screen: the screen hides
 * tool processes and draws only the rows in view.
 */
export async function readProcesses(page: Page): Promise<readonly ProcessRow[]> {
  return await page.evaluate(
    ({ nonce, timeoutMs }) =>
      new Promise<readonly ProcessRow[]>((resolve, reject) => {
        const { bridge } = window as unknown as TourPage
        const rows = new Map<string, ProcessRow>()
        let isComplete = false
        let port: MessagePort | null = null
        const finish = () => {
          clearTimeout(timer)
          window.removeEventListener('message', onHandover)
          port?.close()
          resolve([...rows.values()])
        }
        const timer = setTimeout(finish, timeoutMs)
        const onMessage = ({ data }: MessageEvent<ProcessMessage>) => {
          port?.postMessage({ credit: 1 })
          if (data.kind === 'snapshot') {
            rows.clear()
            for (const row of data.rows) rows.set(row.key, row)
            isComplete = data.isScanComplete
          } else if (data.kind === 'changes') {
            for (const row of data.upserted) rows.set(row.key, row)
            for (const key of data.removed) rows.delete(key)
          }
          const isSettled = ![...rows.values()].some((row) => row.state === 'asking')
          if (isComplete && isSettled) finish()
        }
        const onHandover = (event: MessageEvent<PortHandover>) => {
          if (event.data?.kind !== 'pipescope-port' || event.data.nonce !== nonce) return
          port = event.ports[0] ?? null
          port?.addEventListener('message', onMessage)
          port?.start()
          port?.postMessage({ credit: 8 })
        }
        window.addEventListener('message', onHandover)
        bridge.openStream({ stream: 'processes.rows', parameter: null, nonce }).then((outcome) => {
          if (!outcome.ok) reject(new Error(`the process stream was refused: ${outcome.error.kind}`))
        }, reject)
      }),
    { nonce: randomBytes(16).toString('hex'), timeoutMs: scanTimeoutMs },
  )
}

export async function readFacts(page: Page): Promise<AppFacts> {
  return await page.evaluate(async () => {
    const outcome = await (window as unknown as TourPage).bridge.invoke('app.facts', {})
    if (!outcome.ok) throw new Error(`the app does not say what it is: ${outcome.error.kind}`)
    return outcome.value as AppFacts
  })
}

/** What the charts of every open live view draw from; empty while no view is open. */
export async function readSeries(page: Page): Promise<readonly TourSeries[]> {
  return await page.evaluate(() => (window as unknown as TourPage).pipescopeTour?.series() ?? [])
}

/**
 * When the first row of the list was painted, as Unix time: the page measures it and writes it into the app's log. Null when
 * no row came.
 */
export async function readFirstRowMs(page: Page): Promise<number | null> {
  return await page.evaluate(async () => {
    const outcome = await (window as unknown as TourPage).bridge.invoke('diagnostics.log', { maxRecords: 5000 })
    if (!outcome.ok) return null
    const record = (outcome.value as readonly LogRecord[]).find(({ event }) => event === 'first-row-painted')
    const timeMs = record?.fields['timeMs']
    return typeof timeMs === 'number' ? timeMs : null
  })
}
