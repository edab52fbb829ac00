import { z } from 'zod'

/** The environment variables that say where traces are sent. Their names are those of OpenTelemetry. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: '须为以 http:// 或 https:// 开头的地址' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text) => text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [splitPair(pair)])))
    .refine((pairs) => pairs.every(isHeader), '须为 名称=值，多个之间用逗号隔开，值里的特殊字符写成 %20 的样子')
    .transform((pairs) => Object.fromEntries(pairs) as Record<string, string>)
    .default({}),
  OTEL_SERVICE_NAME: z.string().trim().min(1, '不能为空').default('zhitu'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: '须为 0 到 1 的数' })
    .min(0, '须为 0 到 1 的数')
    .max(1, '须为 0 到 1 的数')
    .default(1),
}

export interface TraceSettings {
  /** The URL to which traces are sent. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The fraction of requests that are traced, from 0 to 1. */
  ratio: number
}

type TraceEnvironment = z.infer<z.ZodObject<typeof traceVariables>>

/** Returns where traces of requests are sent; null if the operator has not named a collector. */
export function toTraceSettings(env: TraceEnvironment): TraceSettings | null {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function splitPair(pair: string): [name: string, value: string | undefined] {
  const [name = '', ...value] = pair.split('=')
  return [name.trim().toLowerCase(), value.length === 0 ? undefined : decode(value.join('=').trim())]
}

/** Returns undefined for text that is not percent-encoded correctly. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function isHeader([name, value]: [string, string | undefined]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && value !== undefined && /^[\t\u0020-\u007e]*$/.test(value)
}
