import { Box, Copy, Download, FolderOpen, Square, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { formatBytes, formatUptime, quantityText } from '../../../shared/base/format.ts'
import type { FarDump } from '../../../shared/model/dump.ts'
import type { Job } from '../../../shared/model/job.ts'
import { copyText, openRecording, revealFile } from '../../commands/page-actions.ts'
import { useApp } from '../../store/create-store.ts'
import { selectMainJob } from '../../store/jobs-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { fetchDump, loadOutcome, removeFarDump, stopFetching } from './dump-commands.ts'
import { dumpLabels } from './dump-labels.ts'
import styles from './dump-outcome.module.css'
import { sizeText } from './dump-words.ts'

interface FarDumpProps {
  readonly documentId: string
  /** Of the dump. */
  readonly jobId: string
  readonly far: FarDump
}

const words = dumpLabels.farDump

/** A dump that is on another machine: fetch it, look at the copy, remove it there. */
export function FarDumpCard({ documentId, jobId, far }: FarDumpProps) {
  const job = useApp(selectMainJob(far.fetchJobId))
  const hasEnded = job !== null && job.state !== 'running'
  useEffect(() => {
    if (hasEnded) loadOutcome(documentId, jobId, null)
  }, [documentId, jobId, hasEnded])
  const isFetching = job?.state === 'running'
  const { machine, fetched, isRemoved, partBytes } = far
  return (
    <section className={styles.card} aria-label={words.onMachine(machine)} data-testid="far-dump">
      <h2 className={styles.heading}>{isRemoved ? words.removedFrom(machine) : words.onMachine(machine)}</h2>
      {!isRemoved && (
        <div className={styles.fileLine}>
          <span className={styles.path}>
            <MiddleEllipsis text={far.path} />
          </span>
          <Button icon={Copy} onClick={() => copyText(far.path, dumpLabels.outcome.pathCopied)}>
            {dumpLabels.outcome.copyPath}
          </Button>
          {fetched === null && !isFetching && (
            <Button
              kind="primary"
              icon={Download}
              data-testid="fetch-dump"
              onClick={() => fetchDump(documentId, jobId)}
            >
              {partBytes > 0
                ? words.continueFetching
                : words.fetch(far.sizeBytes === null ? '' : sizeText(far.sizeBytes))}
            </Button>
          )}
          {!isFetching && (
            <Button
              icon={Trash2}
              data-testid="remove-far-dump"
              onClick={() => removeFarDump(documentId, jobId, machine)}
            >
              {words.removeFrom(machine)}
            </Button>
          )}
        </div>
      )}
      {far.sizeBytes === null && !isFetching && !isRemoved && <p className={styles.hint}>{words.unseen(machine)}</p>}
      {isFetching && <Fetching job={job} sizeBytes={far.sizeBytes} />}
      {fetched === null && !isFetching && partBytes > 0 && !isRemoved && (
        <p className={styles.hint}>{words.partHere(sizeText(partBytes), sizeText(far.sizeBytes ?? partBytes))}</p>
      )}
      {far.hasStartedOver && !isRemoved && <p className={styles.hint}>{words.startedOver}</p>}
      {fetched !== null && (
        <>
          <div className={styles.fileLine}>
            <span className={styles.path}>
              <MiddleEllipsis text={fetched.path} />
            </span>
            <Button icon={Box} data-testid="dump-look-inside" onClick={() => openRecording(fetched.path)}>
              {dumpLabels.outcome.lookInside}
            </Button>
            <Button icon={FolderOpen} onClick={() => revealFile(fetched.path)}>
              {dumpLabels.outcome.showInFolder}
            </Button>
          </div>
          <p className={styles.hint}>{words.checks[fetched.check]}</p>
        </>
      )}
    </section>
  )
}

function Fetching({ job, sizeBytes }: { readonly job: Job; readonly sizeBytes: number | null }) {
  const rate = job.bytesPerSecond === null ? null : quantityText(formatBytes(job.bytesPerSecond, true))
  const left = job.remainingMs === null ? null : words.left(formatUptime(job.remainingMs))
  const figures = [
    sizeBytes === null ? sizeText(job.bytes ?? 0) : words.of(sizeText(job.bytes ?? 0), sizeText(sizeBytes)),
    rate,
    left,
  ]
  return (
    <div className={styles.fileLine} role="status">
      <Busy />
      <span className={styles.path}>
        {job.phase === 'hashing' ? words.comparing : figures.filter((figure) => figure !== null).join(' · ')}
      </span>
      <Button icon={Square} onClick={() => stopFetching(job.id)}>
        {words.stop}
      </Button>
    </div>
  )
}
