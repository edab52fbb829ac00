/** An HTTP request to a provider of text messages. */
export interface SmsRequest {
  url: string
  headers: Record<string, string>
  body?: string
}

/** A code and the phone number, in E.164, to which it is sent. */
export interface SmsCode {
  phoneNumber: string
  code: string
}
