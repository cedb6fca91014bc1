import * as v from 'valibot'
import { portRules } from './port.ts'
import { intervalsMs } from './live.ts'
import { defaultOwnCodeRules } from './own-code-rules.ts'
import { ownCodeRulesSchema } from './own-code-schema.ts'

/** Settings of the person, kept by main/storage (one JSON file, versioned, written to a temporary file and renamed). */
export const settingsVersion = 1

export const themes = ['system', 'light', 'dark', 'hc'] as const
export const densities = ['compact', 'normal', 'comfortable'] as const

/** One chart of a board. Series are named by what they are, not by index: they must be found again after a restart. */
export const boardSeriesSchema = v.strictObject({
  source: v.picklist(['meter', 'event-counter']),
  provider: v.string(),
  instrument: v.string(),
  /** null = every tag set of the instrument. */
  rawTags: v.nullable(v.string()),
  /** Only tag sets that have this key with a value that begins so: `http.response.status_code`, `5`. */
  tagPrefix: v.optional(v.strictObject({ key: v.string(), prefix: v.string() })),
  /** null = the instrument's natural measures (rate for counters, value for gauges, p50/p95/p99 for histograms). */
  measure: v.nullable(v.string()),
  axis: v.picklist(['left', 'right']),
})
export const boardChartSchema = v.strictObject({
  id: v.string(),
  title: v.nullable(v.string()),
  series: v.array(boardSeriesSchema),
  scale: v.picklist(['linear', 'log']),
  isStacked: v.boolean(),
  /** Rate or total for counters. */
  counterMode: v.picklist(['rate', 'total']),
  thresholds: v.array(
    v.strictObject({ value: v.pipe(v.number(), v.finite()), direction: v.picklist(['above', 'below']) }),
  ),
})
export const boardSchema = v.strictObject({
  name: v.string(),
  layout: v.picklist(['rows', 'grid']),
  intervalMs: v.picklist(intervalsMs),
  spanMs: v.number(),
  charts: v.array(boardChartSchema),
  starred: v.array(boardSeriesSchema),
})
/** Per application (entry assembly): its boards, which one is shown, EventCounter providers added by name. */
export const applicationLiveSchema = v.strictObject({
  activeBoard: v.string(),
  boards: v.array(boardSchema),
  extraProviders: v.array(v.string()),
})

/** Of both lists. */
export const maxRecent = 10
const shortText = v.pipe(v.string(), v.maxLength(4096))

const recordingSettingsSchema = v.strictObject({
  /** One that was chosen in a dialog; null = `Pipescope` in the home folder. Each process gets a folder in it. */
  folder: v.nullable(shortText),
  /** `{process}`, `{pid}`, `{date}`, `{time}`, `{preset}`, `{n}`. */
  nameTemplate: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Of captured heap graphs, beside the `.nettrace`. */
  savesGcDump: v.optional(v.boolean(), false),
})
const defaultRecordings = { folder: null, nameTemplate: '{process}_{date}_{time}', savesGcDump: false }

/** A profiler that was loaded. Its data is kept where a person wrote it as text that holds no secret. */
const recentProfilerSchema = v.strictObject({
  clsid: v.pipe(v.string(), v.maxLength(40)),
  path: shortText,
  form: v.picklist(['text', 'hex', 'base64', 'file']),
  text: shortText,
})

/** A program that was launched. Values that may be secrets are not kept: null, and dots in the command line. */
const recentLaunchSchema = v.strictObject({
  /** Id of a connected one; null: this one. */
  machine: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  commandLine: shortText,
  folder: shortText,
  variables: v.pipe(
    v.array(v.strictObject({ name: v.pipe(v.string(), v.maxLength(1000)), value: v.nullable(shortText) })),
    v.maxLength(200),
  ),
  firstRule: v.picklist(portRules),
  rule: v.picklist(portRules),
  presetId: v.pipe(v.string(), v.maxLength(100)),
  /** Of a flight recorder; null: everything is kept. */
  keepsLastMs: v.optional(v.nullable(v.pipe(v.number(), v.minValue(1000), v.maxValue(1_800_000))), null),
})

export const settingsSchema = v.strictObject({
  version: v.literal(settingsVersion),
  theme: v.picklist(themes),
  density: v.picklist(densities),
  fontSizePercent: v.picklist([85, 100, 115, 130, 150, 200]),
  reducedMotion: v.picklist(['system', 'on', 'off']),
  timeDisplay: v.picklist(['local', 'utc']),
  showToolProcesses: v.boolean(),
  /** Off until the person turns it on: without it the app makes no request of its own. */
  isUpdateCheckOn: v.optional(v.boolean(), false),
  isInspectorOpen: v.boolean(),
  /** For recordings that are begun from now on. */
  recordings: v.optional(recordingSettingsSchema, defaultRecordings),
  /** Of recordings that are opened from now on. */
  ownCode: v.optional(ownCodeRulesSchema, defaultOwnCodeRules),
  /** Newest first. */
  recentProfilers: v.optional(v.pipe(v.array(recentProfilerSchema), v.maxLength(maxRecent)), []),
  recentLaunches: v.optional(v.pipe(v.array(recentLaunchSchema), v.maxLength(maxRecent)), []),
  /** Entry assembly -> live settings. */
  live: v.record(v.string(), applicationLiveSchema),
})
export const settingsPatchSchema = v.partial(v.omit(settingsSchema, ['version']))

export type Settings = v.InferOutput<typeof settingsSchema>
export type SettingsPatch = v.InferOutput<typeof settingsPatchSchema>
export type RecentProfiler = v.InferOutput<typeof recentProfilerSchema>
export type RecentLaunch = v.InferOutput<typeof recentLaunchSchema>
export type BoardSeries = v.InferOutput<typeof boardSeriesSchema>
export type BoardChart = v.InferOutput<typeof boardChartSchema>
export type Board = v.InferOutput<typeof boardSchema>
export type ApplicationLive = v.InferOutput<typeof applicationLiveSchema>

/** Of an application; null: nothing was saved. A program may be called `constructor`, a property that every object has. */
export function applicationLiveOf({ live }: Pick<Settings, 'live'>, application: string): ApplicationLive | null {
  return Object.hasOwn(live, application) ? live[application]! : null
}

export const defaultSettings: Settings = {
  version: settingsVersion,
  theme: 'system',
  density: 'normal',
  fontSizePercent: 100,
  reducedMotion: 'system',
  timeDisplay: 'local',
  showToolProcesses: false,
  isUpdateCheckOn: false,
  isInspectorOpen: true,
  recordings: defaultRecordings,
  ownCode: defaultOwnCodeRules,
  recentProfilers: [],
  recentLaunches: [],
  live: {},
}
