/** Body of every answer, as the specification defines it: a call has succeeded only if `code` is 0. */
interface Body<Data> {
  code: number
  httpCode?: number
  message?: string
  data: Data
}
type Payload = Record<string, unknown>
interface Entered {
  token: string
  user: { id: string; email: string | null }
}
interface Counted {
  count: number
}
interface Listed {
  list: (Payload & { id: string })[]
}
interface LikeSave {
  likedVideos: string[]
  likedBooks: string[]
  likedComments: string[]
  saveVideos: string[]
  saveBooks: string[]
}
interface Credentials {
  credentials: { tmpSecretId: string; tmpSecretKey: string; sessionToken: string }
  startTime: number
  expiredTime: number
}

/**
 * A client written from the specification alone: its 24 calls, the bare token in the Authorization header, JSON as
 * the only content type, also for an empty body, and a changing query on each GET to avoid caches. The client shares
 * no code with the site.
 */
export class SpecClient {
  token: string | null = null
  /** Methods and paths of the API calls that this client has sent, with `{id}` in place of ids. */
  readonly called = new Set<string>()
  readonly #origin: string
  readonly #address: string

  constructor(origin: string, address: string) {
    this.#origin = origin
    this.#address = address
  }

  async call<Data>(method: string, path: string, payload?: Payload): Promise<Data> {
    this.called.add(`${method} ${path.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`)
    const headers = new Headers({ 'x-forwarded-for': this.#address, 'content-type': 'application/json' })
    if (this.token !== null) headers.set('authorization', this.token)
    const url = `${this.#origin}/api/v1${path}${method === 'GET' ? `?_t=${Date.now()}` : ''}`
    const sent = method === 'GET' ? {} : { body: payload === undefined ? '' : JSON.stringify(payload) }
    const response = await fetch(url, { method, headers, credentials: 'include', ...sent })
    const body = (await response.json()) as Body<Data>
    const isRefused = [response.status, body.httpCode].some((status) => status === 401 || status === 403)
    if (isRefused) this.token = null
    if (isRefused || body.code !== 0) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
    return body.data
  }

  register = (payload: Payload) => this.call<Entered>('POST', '/user/create', payload)
  sendCode = (payload: Payload) => this.call<Payload>('POST', '/auth/code', payload)
  codeLogin = (payload: Payload) => this.call<Entered>('POST', '/auth/codeLogin', payload)
  login = (payload: Payload) => this.call<Entered>('POST', '/auth/login', payload)
  loginStatus = () => this.call<Payload>('GET', '/auth/loginStatus')
  verifyCode = (payload: Payload) => this.call<Payload>('POST', '/auth/verifyCode', payload)
  cosSign = () => this.call<Credentials>('GET', '/auth/cosSign')
  comment = (payload: Payload) => this.call<Payload>('POST', '/comment', payload)
  commentList = (payload: Payload) => this.call<Listed>('POST', '/comment/list', payload)
  commentUserList = () => this.call<Listed>('POST', '/comment/userList')
  deleteComment = (payload: Payload) => this.call<null>('DELETE', '/comment', payload)
  commentCount = () => this.call<Counted>('GET', '/comment/count')
  recommendCount = () => this.call<Counted>('GET', '/user/recommend/count')
  liked = (payload: Payload) => this.call<Payload>('POST', '/user/liked', payload)
  likeSaveList = () => this.call<LikeSave>('POST', '/user/likeSave/list')
  messageList = () => this.call<Listed>('POST', '/user/message/list')
  countUnread = () => this.call<Counted>('GET', '/user/message/countUnread')
  readMessage = (id: string) => this.call<null>('PUT', `/user/message/${id}`)
  save = (payload: Payload) => this.call<Payload>('POST', '/user/save', payload)
  recommend = (payload: Payload) => this.call<Payload & { id: string }>('POST', '/user/recommend', payload)
  getRecommend = (id: string) => this.call<Payload & { id: string }>('GET', `/user/recommend/${id}`)
  updateRecommend = (payload: Payload & { id: string }) =>
    this.call<Payload>('PUT', `/user/recommend/${payload.id}`, payload)
  recommendList = () => this.call<Listed>('POST', '/user/recommend/list')
  tagList = () => this.call<Listed>('GET', '/tag/list')
}
