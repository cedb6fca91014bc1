import type { Trace } from '../../nettrace/trace/trace.ts'
import type { ActivityRow } from '../reports/activity-events.ts'
import { ActivityOwners } from './activity-owners.ts'
import type { RequestFacts, RequestStart } from './request-facts.ts'
import { type ActivityRole, hostingProvider, roleOf, saysStarts } from './request-sources.ts'
import { routeTemplate, templateOfValues } from './route-template.ts'

export type RequestKind = 'incoming' | 'outgoing' | 'command' | 'other'

/** One request: everything that its server, its client or its driver said about it in one row. */
export interface RequestRow {
  readonly kind: RequestKind
  readonly provider: string
  /** Of the activity: `Request`, `Query`. */
  readonly name: string
  readonly method: string
  /** Path of an incoming request, address of an outgoing one, text of a command. Empty: not said. */
  readonly address: string
  readonly startTicks: number
  /** Null: its end was not recorded. */
  readonly durationTicks: number | null
  readonly threadIndex: number
  readonly stopThreadIndex: number | null
  /** Null: not told. */
  readonly status: number | null
  readonly isFailed: boolean
  /** Path as the application declared it; null: not told. */
  readonly template: string | null
  /** The request it was made for, -1: none. */
  readonly parent: number
  /** Of the activities: the one that it starts and ends with, and those folded into it, in the order of their starts. */
  readonly activity: number
  readonly folded: readonly number[]
  /** Requests and commands made for it, not those made for these. */
  readonly outgoingCount: number
}

export interface Requests {
  readonly rows: readonly RequestRow[]
  readonly activities: readonly ActivityRow[]
  /** By activity: the request that it is part of, -1: none. */
  readonly requestOf: Int32Array
}

interface Draft {
  readonly role: RequestKind
  readonly lead: number
  folded: readonly number[]
  /** Of all its activities; made when somebody asks. */
  providers: Set<string> | null
  readonly parent: number
  status: number
  isFailed: boolean
  route: number
  routeValues: number
  outgoingCount: number
}

const noneFolded: readonly number[] = []

/** Of the same request: server and client announce it within this time when no activity id ties their events together. */
const togetherMs = 2

/** One row per request, in the order of their starts. */
export function requestRows(activities: readonly ActivityRow[], facts: RequestFacts, trace: Trace): Requests {
  const drafting = new Drafting(activities, facts, trace)
  activities.forEach((_, index) => drafting.take(index))
  drafting.readFacts()
  return drafting.finish()
}

class Drafting {
  readonly #activities: readonly ActivityRow[]
  readonly #facts: RequestFacts
  readonly #trace: Trace
  readonly #drafts: Draft[] = []
  /** By activity: its draft. */
  readonly #draftOf: Int32Array
  /** By thread: the last incoming request without an activity id. */
  readonly #lastOnThread = new Map<number, number>()

  constructor(activities: readonly ActivityRow[], facts: RequestFacts, trace: Trace) {
    this.#activities = activities
    this.#facts = facts
    this.#trace = trace
    this.#draftOf = new Int32Array(activities.length).fill(-1)
  }

  take(index: number): void {
    const row = this.#activities[index]!
    const above = row.parent < 0 ? -1 : this.#draftOf[row.parent]!
    const role = roleOf(row.provider, row.name, this.#sourceOf(row))
    const into = this.#foldsInto(index, role, above)
    if (into >= 0) {
      const draft = this.#drafts[into]!
      if (draft.folded === noneFolded) draft.folded = [index]
      else (draft.folded as number[]).push(index)
      draft.providers?.add(this.#providerOf(row))
      this.#draftOf[index] = into
      return
    }
    // What lies under connections and scopes is still part of the request around them.
    if (role === 'plumbing' || role === 'step') return void (this.#draftOf[index] = role === 'step' ? -1 : above)
    this.#draftOf[index] = this.#drafts.length
    this.#drafts.push({
      role: role === 'lookup' ? 'other' : role,
      lead: index,
      folded: noneFolded,
      providers: null,
      parent: above,
      status: 0,
      isFailed: false,
      route: -1,
      routeValues: -1,
      outgoingCount: 0,
    })
    if (role === 'incoming' && row.activityIndex === 0) this.#lastOnThread.set(row.threadIndex, this.#drafts.length - 1)
  }

  /** The draft that the activity is another account of, or a step of; -1: it is a request of its own. */
  #foldsInto(index: number, role: ActivityRole, above: number): number {
    const row = this.#activities[index]!
    if (role === 'incoming' && row.activityIndex === 0) return this.#announcedBefore(row)
    const outer = above < 0 ? undefined : this.#drafts[above]
    if (outer === undefined) return -1
    switch (role) {
      case 'step':
      case 'lookup':
        return outer.role === 'outgoing' ? above : -1
      case 'command':
        return outer.role === 'command' ? above : -1
      case 'incoming':
      case 'outgoing':
        // A server or client announces each request once; a second time it is another one, made while handling the first.
        return outer.role === role && !this.#hasProviderOf(outer, row) ? above : -1
      case 'plumbing':
      case 'other':
        return -1
    }
  }

  #announcedBefore(row: ActivityRow): number {
    const last = this.#lastOnThread.get(row.threadIndex) ?? -1
    const draft = this.#drafts[last]
    if (draft === undefined || this.#hasProviderOf(draft, row)) return -1
    const first = this.#activities[draft.lead]!
    const together = (togetherMs * (this.#trace.header?.ticksPerSecond ?? 1e9)) / 1000
    const isSame = this.#startOf(first)?.address === this.#startOf(row)?.address
    return isSame && row.startTicks - first.startTicks <= together ? last : -1
  }

  #hasProviderOf(draft: Draft, row: ActivityRow): boolean {
    draft.providers ??= new Set(activitiesOf(draft).map((index) => this.#providerOf(this.#activities[index]!)))
    return draft.providers.has(this.#providerOf(row))
  }

  /** Status codes and failures, each to the request that the event belongs to. */
  readFacts(): void {
    const { ticks, activityIndex, status, failed, routeText, routeValuesText } = this.#facts
    if (ticks.count === 0) return
    const owners = new ActivityOwners(this.#activities, this.#trace)
    for (let fact = 0; fact < ticks.count; fact++) {
      const owner = owners.at(activityIndex.at(fact), ticks.at(fact))
      const draft = owner < 0 ? undefined : this.#drafts[this.#draftOf[owner]!]
      if (draft === undefined) continue
      draft.status ||= status.at(fact)
      draft.isFailed ||= failed.at(fact) === 1
      if (routeText.at(fact) >= 0) draft.route = routeText.at(fact)
      if (routeValuesText.at(fact) >= 0) draft.routeValues = routeValuesText.at(fact)
    }
  }

  finish(): Requests {
    for (const { role, parent } of this.#drafts)
      if (parent >= 0 && (role === 'outgoing' || role === 'command')) this.#drafts[parent]!.outgoingCount++
    return {
      // Activities come in the order of their starts, and each draft was begun by its first.
      rows: this.#drafts.map((draft) => this.#row(draft)),
      activities: this.#activities,
      requestOf: this.#draftOf,
    }
  }

  #row(draft: Draft): RequestRow {
    const lead = this.#activities[draft.lead]!
    const address = this.#said(draft, 'address')
    const ended = lead.durationTicks === null && draft.role === 'incoming' ? this.#find(draft, hasEnd) : lead
    const status = draft.status === 0 ? null : draft.status
    return {
      kind: draft.role,
      // The application's own account says who handled it; the stop may be known to only one of them.
      provider: (this.#find(draft, isOfHosting) ?? lead).provider,
      name: lead.name,
      method: this.#said(draft, 'method'),
      address,
      startTicks: lead.startTicks,
      durationTicks: ended?.durationTicks == null ? null : ended.startTicks + ended.durationTicks - lead.startTicks,
      threadIndex: lead.threadIndex,
      stopThreadIndex: ended?.stopThreadIndex ?? null,
      status,
      isFailed: draft.isFailed || isFailureStatus(draft.role, draft.status),
      template: this.#template(draft, address),
      parent: draft.parent,
      activity: draft.lead,
      folded: draft.folded,
      outgoingCount: draft.outgoingCount,
    }
  }

  /** By the first of its accounts that says it. */
  #said(draft: Draft, field: 'method' | 'address'): string {
    const found = this.#find(draft, (row) => (this.#startOf(row)?.[field] ?? -1) >= 0)
    return found === undefined ? '' : this.#facts.texts.text(this.#startOf(found)![field])
  }

  /** Of its activities the first that is of a kind. */
  #find({ lead, folded }: Draft, isOne: (row: ActivityRow) => boolean): ActivityRow | undefined {
    const first = this.#activities[lead]!
    if (isOne(first)) return first
    for (const index of folded) if (isOne(this.#activities[index]!)) return this.#activities[index]
    return undefined
  }

  #template({ route, routeValues }: Draft, address: string): string | null {
    const { texts } = this.#facts
    if (route >= 0) return `/${texts.text(route).replace(/^\//, '')}`
    return templateOfValues(address, texts.text(routeValues))
  }

  #startOf(row: ActivityRow): RequestStart | undefined {
    return row.payloadLength === 0 || !saysStarts(row.provider) ? undefined : this.#facts.starts.get(row.payloadOffset)
  }

  #sourceOf(row: ActivityRow): string {
    return this.#facts.texts.text(this.#startOf(row)?.source ?? -1)
  }

  #providerOf(row: ActivityRow): string {
    return `${row.provider}/${this.#sourceOf(row)}`
  }
}

function activitiesOf({ lead, folded }: Draft): readonly number[] {
  return [lead, ...folded]
}

function isOfHosting({ provider }: ActivityRow): boolean {
  return provider === hostingProvider
}

function hasEnd({ durationTicks }: ActivityRow): boolean {
  return durationTicks !== null
}

/** A server has done its part when it refuses; for a client that is no answer it can use. */
function isFailureStatus(kind: RequestKind, status: number): boolean {
  return status >= (kind === 'outgoing' ? 400 : 500)
}

/** What a person calls requests of one kind by: `GET /orders/{id}`, the text of a command, the name of an activity. */
export function routeOf({ kind, method, address, template, name }: RequestRow): string {
  if (kind === 'other' || address === '') return name
  if (kind === 'command') return address
  return [method, template ?? routeTemplate(address)].filter((part) => part !== '').join(' ')
}

/** The request in a person's words; null: only the payload in the file says. */
export function labelOf({ method, address }: RequestRow): string | null {
  if (address === '') return null
  return method === '' ? address : `${method} ${address}`
}
