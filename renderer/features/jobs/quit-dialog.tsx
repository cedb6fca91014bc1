import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { answerQuit, noteQuitShown } from './job-commands.ts'
import styles from './quit-dialog.module.css'
import { jobKindWords } from '../../../shared/words/job-words.ts'
import { wordState } from './job-words.ts'
import { jobLabels } from './job-labels.ts'

/** What becomes of running jobs when the person quits. Escape stays. */
export function QuitDialog() {
  const isAsked = useApp((state) => state.isQuitAsked)
  const running = useApp(useShallow((state) => state.mainJobs.filter((job) => job.state === 'running')))
  const count = running.length
  useEffect(() => {
    if (isAsked) noteQuitShown()
  }, [isAsked])
  return (
    <Dialog
      isOpen={isAsked}
      onClose={() => {
        answerQuit('stay')
      }}
      title={jobLabels.quitDialog.stillRunning(count)}
      description={count === 1 ? jobLabels.quitDialog.quittingEndsIt : jobLabels.quitDialog.quittingEndsThem}
      footer={
        <>
          <Button onClick={() => answerQuit('stay')}>{jobLabels.quitDialog.cancel}</Button>
          <Button kind="danger" title={jobLabels.quitDialog.discardHint} onClick={() => answerQuit('discard')}>
            {jobLabels.quitDialog.discard}
          </Button>
          <Button title={jobLabels.quitDialog.finishInTheBackgroundHint} onClick={() => answerQuit('finish-first')}>
            {jobLabels.quitDialog.finishInTheBackground}
          </Button>
          <Button kind="primary" onClick={() => answerQuit('stop-and-save')}>
            {jobLabels.quitDialog.stopAndSave}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {running.map((job) => (
          <li key={job.id}>
            <span className={styles.title}>{`${jobKindWords[job.kind]}: ${job.title}`}</span>
            <span className={styles.text}>{wordState(job)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
