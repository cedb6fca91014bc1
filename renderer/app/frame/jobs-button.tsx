import { CircleCheck, CircleX, ListChecks, X } from 'lucide-react'
import { JobCard } from '../../features/jobs/job-card.tsx'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useApp } from '../../store/create-store.ts'
import { selectRunningJobCount, selectRunningProgress, type Job } from '../../store/jobs-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Popover } from '../../ui/overlay/popover.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import tones from '../../ui/layout/tones.module.css'
import item from '../../ui/layout/list-item.module.css'
import styles from '../palette/lists.module.css'
import { useOverlays } from '../overlays.ts'
import { ProgressRing } from './progress-ring.tsx'
import { appLabels } from '../app-labels.ts'

/** Long actions, wherever they were begun; the ring is the mean of those whose end is known. */
export function JobsButton() {
  const running = useApp(selectRunningJobCount)
  const isOpen = useOverlays((overlays) => overlays.isJobsOpen)
  const label = running === 0 ? appLabels.jobsButton.noJobs : appLabels.jobsButton.jobCount(running)
  return (
    <Popover
      label={appLabels.jobsButton.jobs}
      align="end"
      isFlush
      isOpen={isOpen}
      onOpenChange={(isJobsOpen) => {
        useOverlays.setState({ isJobsOpen })
      }}
      trigger={
        <Button kind="quiet" title={appLabels.jobsButton.jobsHint(showKeys('Mod+J', isMac))}>
          {running > 0 ? <RunningRing /> : <Icon icon={ListChecks} />}
          {label}
        </Button>
      }
    >
      <section className={styles.panel}>
        <header className={styles.header}>
          <h2 className={styles.title}>{appLabels.jobsButton.jobs}</h2>
        </header>
        <JobList />
      </section>
    </Popover>
  )
}

/** A component of its own: four times a second only it is drawn anew. */
function RunningRing() {
  return <ProgressRing value={useApp(selectRunningProgress)} />
}

function JobList() {
  const jobs = useApp((state) => state.jobs)
  const mainJobs = useApp((state) => state.mainJobs)
  return jobs.length + mainJobs.length === 0 ? (
    <p className={styles.empty}>{appLabels.jobsButton.noneRunningText}</p>
  ) : (
    <ul className={styles.list}>
      {mainJobs.map((job) => (
        <JobCard key={job.id} job={job} onLeave={() => useOverlays.setState({ isJobsOpen: false })} />
      ))}
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} />
      ))}
    </ul>
  )
}

function JobItem({ job }: { readonly job: Job }) {
  const dismissJob = useApp((state) => state.dismissJob)
  return (
    <li className={item.item}>
      {job.state === 'running' ? <Busy /> : <JobMark state={job.state} />}
      <div>
        <div className={item.what}>{job.title}</div>
        <div className={item.text}>{job.phase}</div>
      </div>
      <div className={item.actions}>
        {job.state === 'running' && job.cancel !== null && (
          <Button size="small" onClick={job.cancel}>
            {appLabels.jobsButton.cancel}
          </Button>
        )}
        {job.result !== null && (
          <Button size="small" onClick={job.result.run}>
            {job.result.label}
          </Button>
        )}
        {job.state !== 'running' && (
          <IconButton
            icon={X}
            size="small"
            label={appLabels.jobsButton.removeFromTheList(job.title)}
            onClick={() => {
              dismissJob(job.id)
            }}
          />
        )}
      </div>
      {job.state === 'running' && job.progress !== null && (
        <div className={item.bar}>
          <div className={item.fill} style={{ width: `${String(job.progress * 100)}%` }} />
        </div>
      )}
    </li>
  )
}

function JobMark({ state }: { readonly state: 'done' | 'failed' | 'cancelled' }) {
  if (state === 'done') return <Icon icon={CircleCheck} className={tones.ok} />
  return <Icon icon={state === 'failed' ? CircleX : X} className={state === 'failed' ? tones.bad : item.when} />
}
