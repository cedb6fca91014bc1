import { createContext, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { must } from '../../../../shared/base/assert.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type {
  TraceFrame,
  TraceRange,
  TraceSelection,
  TraceTransform,
} from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName } from '../../../../shared/model/trace/trace-tables.ts'
import { RevisionSource } from './revision-source.ts'
import type { TraceBaseline } from '../../../store/compare-slice.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'

/** Where in a trace somebody is; one step of Back and Forward. */
export interface TracePlace {
  /** Value of the tab. */
  readonly tab: string
  readonly selection: TraceSelection
}

/** A recording that still runs. */
export interface TraceGrowth {
  /** The job that writes the file; null: it has just ended. */
  readonly jobId: string | null
  /** Time of the newest event. */
  readonly lastMs: number
  /** It is all there, and so much of it is read, 0 to 1. Null: it is being written. */
  readonly readShare: number | null
  /** So much of the file is in what is shown. */
  readonly readBytes: number
  /** Of exceptions, allocations, locks and waits, which come in a second pass of a large file, 0 to 1. Null: they are as far as the rest. */
  readonly detailShare: number | null
  /** All of it is read, and what is shown is asked about anew. */
  readonly isOver: boolean
  /** The selection is the last so many milliseconds; null: it stands still. */
  readonly followMs: number | null
  readonly follow: (followMs: number | null) => void
}

/** What is known of the file: another one with each look at a recording that goes on. */
export interface TraceContents {
  readonly summary: TraceSummary
  /** The recording goes on; null: the file has its end. */
  readonly growth: TraceGrowth | null
}

/**
 * What all views of an open trace share: one selection, one frame, one search, and the ways to change them. Stays while the file grows, and while one
 * goes from tab to tab.
 */
export interface TraceView extends Omit<TracePlace, 'tab'> {
  readonly target: TraceTarget
  /** A profile of another tool; null: a recording. */
  readonly imported: TraceSummary['imported']
  /** Selected in whichever view; the inspector is about it. */
  readonly frame: TraceFrame | null
  /** Looks for functions in flame graph, trees and methods. */
  readonly search: string
  /** Another place; what is left out stays as it is. Adds a step of Back. */
  readonly goTo: (to: Partial<TracePlace>) => void
  readonly select: (selection: TraceSelection) => void
  readonly addTransform: (transform: TraceTransform) => void
  /** The rows of a table that hold a text, in its tab; other samples and transforms than those of the view may be in their way. */
  readonly showRows: (table: TraceTableName, search: string, range: TraceRange | null) => void
  /** What a table begins with when its tab is opened by `showRows`. */
  readonly wantedRows: { readonly table: TraceTableName; readonly search: string } | null
  /** Selected among the findings, by the id of its check; null: the first. */
  readonly findingId: string | null
  readonly pickFinding: (findingId: string) => void
  readonly pickFrame: (frame: TraceFrame | null) => void
  readonly setSearch: (search: string) => void
  /** Which events are listed, in the filter language. */
  readonly eventFilter: string
  readonly setEventFilter: (filter: string) => void
  /** Of payloads, each a column of the events. */
  readonly eventFields: readonly string[]
  readonly setEventFields: (fields: readonly string[]) => void
  /** Null: with nothing yet. */
  readonly baseline: TraceBaseline | null
  readonly compareWith: (baseline: TraceBaseline | null) => void
}

export const TraceViewContext = createContext<TraceView | null>(null)
/** Value of the tab that is shown. */
export const TraceTabContext = createContext<string | null>(null)
export const TraceContentsContext = createContext<StoreApi<TraceContents> | null>(null)
/** 0 outside of the page of a trace. */
export const RevisionContext = createContext(0)
/** The same for who asks without being drawn anew: nothing ever changes outside of the page of a trace. */
export const RevisionSourceContext = createContext(new RevisionSource())

const outside = 'a view of a trace stands inside of its page'

/** Who uses it is drawn anew with each look at a recording that goes on. */
export function useRevision(): number {
  return useContext(RevisionContext)
}

export function useTraceView(): TraceView {
  return must(useContext(TraceViewContext), outside)
}

/** Who uses it is drawn anew with each change of the tab: the timeline above the tabs, for one, is not. */
export function useTraceTab(): string {
  return must(useContext(TraceTabContext), outside)
}

/** A part of what is known of the file: who uses it is drawn anew when that part has changed. */
export function useTraceContents<Part>(part: (contents: TraceContents) => Part): Part {
  return useStore(must(useContext(TraceContentsContext), outside), useShallow(part))
}

/** More of it comes, because it is still written or still read: answers are others up to four times a second. */
export const isStillGrowing = ({ growth }: TraceContents): boolean => growth !== null
export const summaryOf = ({ summary }: TraceContents): TraceSummary => summary
