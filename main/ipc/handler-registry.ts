import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import { channels, invokeChannelPrefix, type ChannelName, type Outcome } from '../../shared/contract/index.ts'
import { answer, type ReportBug } from './answer.ts'
import type { ConsentGate } from './consent/consent-gate.ts'
import type { Handlers, PageHandle, RequestContext } from './request-context.ts'
import { isTrustedFrame, type TrustedOrigin } from './sender.ts'

export interface SenderOptions {
  readonly trusted: TrustedOrigin
  /** The page of ours behind a sender, null when the sender is not one of our windows. */
  pageOf(event: IpcMainInvokeEvent): PageHandle | null
  readonly reportBug: ReportBug
  /** A refused sender is worth a log line: it cannot happen without a hole or an attack. */
  onRefused(channel: string): void
}

export interface RegistryOptions extends SenderOptions {
  /** Asks the person before what a page must not do alone. */
  readonly consent: Pick<ConsentGate, 'check'>
}

/** Registers every channel of the contract. Order of the checks: sender, then schema, then consent, then the use case. */
export function registerHandlers(ipcMain: IpcMain, handlers: Handlers, options: RegistryOptions): Disposable {
  const names = Object.keys(channels) as ChannelName[]
  for (const name of names) {
    ipcMain.handle(invokeChannelPrefix + name, (event, request: unknown) =>
      respond(name, handlers, options, event, request),
    )
  }
  return toDisposable(() => {
    for (const name of names) ipcMain.removeHandler(invokeChannelPrefix + name)
  })
}

/** The page behind the sender, or the answer that a stranger gets. */
export function identifySender(
  event: IpcMainInvokeEvent,
  channel: string,
  options: SenderOptions,
): { readonly page: PageHandle } | { readonly refusal: Outcome<never> } {
  const page = isTrustedFrame(event.senderFrame, options.trusted) ? options.pageOf(event) : null
  if (page !== null) return { page }
  options.onRefused(channel)
  const error: AppError = { kind: 'invalid-request', what: 'sender', detail: 'not a page of this app' }
  return { refusal: { ok: false, error } }
}

async function respond(
  name: ChannelName,
  handlers: Handlers,
  options: RegistryOptions,
  event: IpcMainInvokeEvent,
  request: unknown,
): Promise<Outcome<unknown>> {
  const checked = identifySender(event, name, options)
  if ('refusal' in checked) return checked.refusal
  // The map ties each handler to its own schema; TypeScript cannot follow that through a union of names.
  const handler = handlers[name] as (r: unknown, c: RequestContext) => Promise<Result<unknown, AppError>>
  return answer(
    name,
    channels[name].request,
    request,
    async (parsed) => {
      const allowed = await options.consent.check(name, parsed, checked.page)
      return allowed.ok ? handler(parsed, { page: checked.page }) : allowed
    },
    options.reportBug,
  )
}
