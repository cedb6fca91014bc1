import { CircleCheck, CircleX, Copy, FolderOpen, TriangleAlert, X } from 'lucide-react'
import type { Job } from '../../../shared/model/job.ts'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import { openRecordSheet } from '../../store/next-target.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checksum } from '../../ui/text/checksum.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { jobActionWords } from '../../../shared/words/job-words.ts'
import tones from '../../ui/layout/tones.module.css'
import item from '../../ui/layout/list-item.module.css'
import styles from './job-card.module.css'
import {
  actOnJob,
  checksumOf,
  copyText,
  openHeapGraph,
  openRecording,
  revealFile,
} from '../../commands/page-actions.ts'
import { canOpen, canShow, dismissJob, nextTargetOf, showJob } from './job-commands.ts'
import { jobKindWords } from '../../../shared/words/job-words.ts'
import { wordState } from './job-words.ts'
import { jobLabels } from './job-labels.ts'

interface JobCardProps {
  readonly job: Job
  /** The person goes on to what the job is about, or to what it made. */
  readonly onLeave: () => void
}

/** One job of main in the tray: what it does and how to stop it, or what it made and what can be done with that. */
export function JobCard({ job, onLeave }: JobCardProps) {
  const isRunning = job.state === 'running'
  const file = job.result?.files[0] ?? null
  const fileId = file?.fileId ?? null
  // Not the rows themselves: they change every second.
  const next = useApp(useShallow((state) => nextTargetOf(job, state.processRows)))
  return (
    <li className={item.item} data-job={job.id} data-state={job.state}>
      {isRunning ? <Busy /> : <Mark job={job} />}
      <div className={styles.body}>
        <div className={item.what}>
          <MiddleEllipsis text={`${jobKindWords[job.kind]}: ${job.title}`} />
        </div>
        <div className={item.text}>{wordState(job)}</div>
        {job.error !== null && <div className={item.text}>{errorSentences(job.error)}</div>}
      </div>
      <div className={styles.actions}>
        {canShow(job) && (
          <Button
            size="small"
            onClick={() => {
              onLeave()
              showJob(job)
            }}
          >
            {jobLabels.card.show}
          </Button>
        )}
        {job.actions.map((action) => (
          <Button
            key={action}
            size="small"
            title={jobActionWords[action].hint}
            onClick={() => {
              actOnJob(job, action)
            }}
          >
            {jobActionWords[action].label}
          </Button>
        ))}
        {!isRunning && file !== null && canOpen(job) && (
          <Button
            size="small"
            onClick={() => {
              onLeave()
              if (job.kind === 'heap-graph') openHeapGraph(file.path)
              else openRecording(file.path)
            }}
          >
            {jobLabels.card.open}
          </Button>
        )}
        {next !== null && (
          <Button
            size="small"
            title={jobLabels.card.chooseQuestion(next.name, String(next.pid))}
            onClick={() => {
              onLeave()
              openRecordSheet(next)
            }}
          >
            {jobLabels.card.recordAgain}
          </Button>
        )}
        {!isRunning && (
          <IconButton
            icon={X}
            size="small"
            label={jobLabels.card.remove(job.title)}
            onClick={() => {
              dismissJob(job)
            }}
          />
        )}
      </div>
      {file !== null && (
        <div className={styles.file}>
          <span className={styles.path}>
            <MiddleEllipsis text={file.path} />
          </span>
          <IconButton
            icon={FolderOpen}
            size="small"
            label={jobLabels.card.showInFolder}
            onClick={() => revealFile(file.path)}
          />
          <IconButton
            icon={Copy}
            size="small"
            label={jobLabels.card.copyPath}
            onClick={() => copyText(file.path, jobLabels.card.pathCopied)}
          />
          {!isRunning && fileId !== null && <Checksum compute={() => checksumOf(fileId)} />}
        </div>
      )}
      {isRunning && job.progress !== null && (
        <div className={item.bar}>
          <div className={item.fill} style={{ width: `${String(job.progress * 100)}%` }} />
        </div>
      )}
    </li>
  )
}

function Mark({ job }: { readonly job: Job }) {
  if (job.state === 'failed') return <Icon icon={CircleX} className={tones.bad} />
  if (job.state === 'cancelled') return <Icon icon={X} className={tones.quiet} />
  if (job.state === 'interrupted' || job.result?.verdict !== 'complete')
    return <Icon icon={TriangleAlert} className={tones.warn} />
  return <Icon icon={CircleCheck} className={tones.ok} />
}
