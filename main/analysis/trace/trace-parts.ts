import type { TraceImport } from '../../../shared/model/trace/trace-import.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { ActivityEvents } from '../reports/activity-events.ts'
import { AllocationEvents } from '../reports/allocation-events.ts'
import { AllocationSamples } from '../reports/allocation-samples.ts'
import { AwaitEvents } from '../reports/await-events.ts'
import { ContentionEvents } from '../reports/contention-events.ts'
import { CounterEvents } from '../reports/counter-events.ts'
import { ExceptionEvents } from '../reports/exception-events.ts'
import { GcEvents } from '../reports/gc-events.ts'
import { GcTriggers } from '../reports/gc-triggers.ts'
import { JitEvents } from '../reports/jit-events.ts'
import { LoaderEvents } from '../reports/loader-events.ts'
import { LogEvents } from '../reports/log-events.ts'
import { TargetFacts } from '../reports/target-facts.ts'
import { ThreadPoolEvents } from '../reports/thread-pool-events.ts'
import { WaitEvents } from '../reports/wait-events.ts'
import { RequestFacts } from '../requests/request-facts.ts'
import { WorkSigns } from '../requests/work-signs.ts'
import { SampledStacks } from '../stacks/sampled-stacks.ts'
import type { SystemCpu } from '../system-cpu/thread-cpu.ts'
import { combineListeners } from './combine-listeners.ts'
import { LaterPayloads } from './later-payloads.ts'
import { ThreadCounts } from './thread-counts.ts'
import { RecordedSpan } from './recorded-span.ts'
import { TypeCounts } from './type-counts.ts'

/**
 * Everything a document shows, collected in one reading of the file: hand `listener` to the reader. What can be asked when it
 * is done stands in trace-answers.ts, trace-summary.ts and ../tables.
 */
export class TraceParts {
  readonly types = new TypeCounts()
  readonly span = new RecordedSpan()
  readonly threads = new ThreadCounts()
  readonly target = new TargetFacts()
  readonly sampled = new SampledStacks()
  readonly gcEvents = new GcEvents()
  readonly gcTriggers = new GcTriggers()
  readonly exceptions = new ExceptionEvents()
  readonly counterEvents = new CounterEvents()
  readonly contention = new ContentionEvents()
  readonly waits = new WaitEvents()
  readonly allocations = new AllocationEvents()
  readonly allocationSamples = new AllocationSamples()
  readonly threadPool = new ThreadPoolEvents()
  readonly jit = new JitEvents()
  readonly loader = new LoaderEvents()
  readonly activities = new ActivityEvents(this.types)
  readonly requestFacts = new RequestFacts()
  readonly workSigns = new WorkSigns()
  readonly awaits = new AwaitEvents()
  readonly logs = new LogEvents()
  /** Of the file beside the recording; null: there is none. */
  systemCpu: SystemCpu | null = null
  /** The file is of another tool and holds stacks only; null: it is a recording. */
  imported: TraceImport | null = null
  /** There may be millions of them, and no flame graph shows one. */
  readonly later = new LaterPayloads([
    this.exceptions,
    this.contention,
    this.waits,
    this.allocations,
    this.allocationSamples,
  ])
  readonly listener: TraceListener = combineListeners([
    this.types,
    this.span,
    this.threads,
    this.target,
    this.sampled.listener,
    this.gcEvents,
    this.gcTriggers,
    this.later,
    this.counterEvents,
    this.threadPool,
    this.jit,
    this.loader,
    this.activities,
    this.requestFacts,
    this.workSigns,
    this.awaits,
    this.logs,
  ])
}
