import { CircleCheck, CircleHelp, CircleX, Microscope } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readClsid, vendorText } from '../../../shared/base/profiler-vendors.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { ProfilerFailure, ProfilerLibraryFacts, ProfilerOutcome } from '../../../shared/model/profiler.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import { profilerTitle, rememberProfiler } from '../../store/recent.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RecentMenu } from '../../ui/overlay/recent-menu.tsx'
import { Input } from '../../ui/controls/input.tsx'
import tones from '../../ui/layout/tones.module.css'
import styles from './advanced-screen.module.css'
import { libraryWords, problemWords } from './advanced-words.ts'
import { ClientData } from './client-data.tsx'
import { bytesOf, emptyProfilerForm, profilerFormProblem, type ProfilerForm } from './profiler-model.ts'
import { advancedLabels } from './advanced-labels.ts'

interface Tried {
  readonly outcome: ProfilerOutcome | null
  readonly failure: ProfilerFailure | null
  readonly error: AppError | null
}

interface SectionProps {
  readonly target: RecordTarget
  /** It waits at its start: the library is loaded with it instead of attached. */
  readonly isWaiting: boolean
}

/** Loads a native library into the process; it runs there with all rights of the process. */
export function ProfilerSection({ target, isWaiting }: SectionProps) {
  const [form, setForm] = useState<ProfilerForm>(emptyProfilerForm)
  const recent = useApp((state) => state.settings.recentProfilers)
  const [isBusy, setIsBusy] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const facts = useLibraryFacts(target, form.path)
  const problem = profilerFormProblem(form)
  const change = (part: Partial<ProfilerForm>) => {
    setForm({ ...form, ...part })
    setTried(null)
  }
  const attach = () => {
    const bytes = bytesOf(form)
    const clsid = readClsid(form.clsid)
    if (bytes === null || clsid === null || isBusy) return
    const ref = { kind: 'process' as const, key: target.processKey }
    setIsBusy(true)
    setTried(null)
    rememberProfiler(form)
    const asked = isWaiting
      ? invoke('profiler.startup', { target: ref, path: form.path, clsid }).then(({ failure }) => ({
          outcome: failure === null ? { isLoaded: null } : null,
          failure,
        }))
      : invoke('profiler.attach', {
          target: ref,
          path: form.path,
          clsid,
          timeoutMs: Math.round(Number(form.timeoutSeconds) * 1000),
          clientBytes: new Uint8Array(bytes),
        })
    background(
      asked.then((reply) => {
        setTried({ ...reply, error: null })
        setIsBusy(false)
      }),
      'profiler.attach',
      (error) => {
        setTried({ outcome: null, failure: null, error })
        setIsBusy(false)
      },
      () => setIsBusy(false),
    )
  }
  return (
    <section className={styles.section} data-impact="injects" aria-labelledby="advanced-profiler">
      <h2 className={styles.sectionTitle} id="advanced-profiler">
        <Icon icon={Microscope} />
        {isWaiting ? advancedLabels.profiler.loadAtStartup : advancedLabels.profiler.attachAProfiler}
      </h2>
      <p className={styles.text}>{advancedLabels.profiler.explanation}</p>
      <label className={styles.label} htmlFor="profiler-clsid">
        {advancedLabels.profiler.profilerClsid}
      </label>
      <Input
        id="profiler-clsid"
        isMono
        placeholder="{846F5F1C-F9AE-4B07-969E-05C26BC060D8}"
        value={form.clsid}
        onChange={(clsid) => change({ clsid })}
      />
      <p className={styles.hint}>{vendorText(form.clsid)}</p>
      <RecentMenu
        label={advancedLabels.profiler.recentProfilers}
        entries={recent.map((profiler) => ({
          label: profilerTitle(profiler),
          run: () => change({ ...profiler, file: null }),
        }))}
      />
      <label className={styles.label} htmlFor="profiler-path">
        {advancedLabels.profiler.pathOfLibrary}
      </label>
      <Input id="profiler-path" isMono value={form.path} onChange={(path) => change({ path })} />
      {facts !== null && <LibraryFacts facts={facts} />}
      {!isWaiting && <ClientData form={form} onChange={change} />}
      {!isWaiting && (
        <div className={styles.inline}>
          <span className={styles.label}>{advancedLabels.profiler.timeoutHint}</span>
          <Input
            label={advancedLabels.profiler.timeoutInSeconds}
            className={styles.short}
            value={form.timeoutSeconds}
            onChange={(timeoutSeconds) => change({ timeoutSeconds })}
          />
        </div>
      )}
      <div className={styles.foot}>
        <Button kind="risky" icon={Microscope} disabled={problem !== null || isBusy} onClick={attach}>
          {isWaiting ? advancedLabels.profiler.loadProfiler : advancedLabels.profiler.attach}
        </Button>
        <span className={styles.hint}>
          {isBusy
            ? advancedLabels.profiler.attaching
            : (problem ?? advancedLabels.profiler.target(target.name, String(target.pid)))}
        </span>
      </div>
      {tried !== null && <Result tried={tried} isWaiting={isWaiting} />}
    </section>
  )
}

function Result({ tried, isWaiting }: { readonly tried: Tried; readonly isWaiting: boolean }) {
  const { outcome, failure } = tried
  const error = tried.error ?? failure?.error ?? null
  if (outcome !== null)
    return (
      <p role="status" className={tones.ok} data-testid="profiler-result">
        {isWaiting
          ? advancedLabels.profiler.accepted
          : outcome.isLoaded === true
            ? advancedLabels.profiler.attachedAndLoaded
            : outcome.isLoaded === false
              ? advancedLabels.profiler.notLoaded
              : advancedLabels.profiler.attached}
      </p>
    )
  return (
    <div role="alert" className={tones.bad} data-testid="profiler-result">
      <p>
        {failure?.problem == null
          ? advancedLabels.profiler.notAttached
          : advancedLabels.profiler.notAttachedBecause(problemWords[failure.problem])}
      </p>
      {failure?.hasRunInTarget === true && <p>{advancedLabels.profiler.someCodeRan}</p>}
      {error !== null && <p className={styles.code}>{errorSentences(error)}</p>}
    </div>
  )
}

const factIcons = { ok: CircleCheck, bad: CircleX, unknown: CircleHelp } as const

function LibraryFacts({ facts }: { readonly facts: ProfilerLibraryFacts }) {
  return (
    <ul className={styles.facts} aria-label={advancedLabels.profiler.checks}>
      {libraryWords(facts).map(({ text, state }) => (
        <li key={text} data-state={state}>
          <Icon icon={factIcons[state]} size={14} />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Looked at as it is typed: nothing is asked of the process for it. */
function useLibraryFacts(target: RecordTarget, path: string): ProfilerLibraryFacts | null {
  const [found, setFound] = useState<ProfilerLibraryFacts | null>(null)
  useEffect(() => {
    if (path === '') return undefined
    let isHere = true
    const timer = setTimeout(() => {
      background(
        invoke('profiler.check', { target: { kind: 'process', key: target.processKey }, path }).then((facts) => {
          if (isHere) setFound(facts)
        }),
        'profiler.check',
      )
    }, 250)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [target, path])
  return found?.path === path ? found : null
}
