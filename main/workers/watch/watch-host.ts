import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { StopConditions } from '../../../shared/model/recording.ts'
import type { JoinedCounts } from '../../../shared/model/flight.ts'
import type { AssembleOrder } from './assemble-file.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'
import { WorkerClient } from '../worker-client.ts'
import { VerifyDeadline } from './verify-deadline.ts'
import type { FileVerdict, WatchData, WatchProtocol, WatchStatus } from './watch-protocol.ts'

/** V8 heap of the thread. When it is not enough the live picture ends; the recording goes on. */
const heapLimitMb = 512

export interface WatchHostOptions {
  /** The bundled entry, `out/main/recording-watch.cjs`. */
  readonly workerPath: string
  /** Of the process; what its samples mean depends on it. Null or left out: not known. */
  readonly runtimeVersion?: string | null
  readonly onStatus?: (status: WatchStatus) => void
  readonly onCondition?: (condition: 'event' | 'counter', detail: string) => void
  /** The thread ended by itself; nothing more will be told. */
  readonly onLost?: (reason: string) => void
}

/** Main's side of one watching thread. */
export class WatchHost implements Disposable {
  readonly #client: WorkerClient<WatchProtocol>

  constructor({ workerPath, runtimeVersion = null, onStatus, onCondition, onLost }: WatchHostOptions) {
    this.#client = new WorkerClient({
      workerPath,
      name: 'recording watch',
      workerData: { runtimeVersion } satisfies WatchData,
      limits: { maxOldGenerationSizeMb: heapLimitMb },
      onMessage: (message) => {
        if (message.kind === 'status') onStatus?.(message.status)
        else onCondition?.(message.condition, message.detail)
      },
      ...(onLost && { onCrash: onLost }),
    })
  }

  /** The thread ended by itself, for a bug or its heap limit. */
  get isLost(): boolean {
    return this.#client.hasCrashed
  }

  /** The port for the recorder, through which this thread is fed. */
  follow(path: string, stop: StopConditions): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.#client.send({ kind: 'follow', port: port2, path, stop }, [port2])
    return port1
  }

  /** Transfers the bytes of a side session; null ends it. */
  addNames(index: number, bytes: ArrayBuffer | null): void {
    this.#client.send({ kind: 'names', index, bytes }, bytes === null ? [] : [bytes])
  }

  /** `timeout`: the disk stopped giving bytes, or gives them too slowly for a file of this size. */
  verify(path: string, sizeBytes: number): Promise<Result<FileVerdict, AppError>> {
    return this.#client.ask('verify', { path }, { deadline: (onOver) => new VerifyDeadline(sizeBytes, onOver) })
  }

  /** One file of what a flight recorder has kept. `timeout` as in `verify`. */
  assemble(order: AssembleOrder, keptBytes: number): Promise<Result<JoinedCounts, AppError>> {
    return this.#client.ask('assemble', order, { deadline: (onOver) => new VerifyDeadline(keptBytes, onOver) })
  }

  readStacks(path: string): Promise<Result<SnapshotStacks, AppError>> {
    return this.#client.ask('stacks', { path })
  }

  dispose(): void {
    void this.#client.close()
  }
}
