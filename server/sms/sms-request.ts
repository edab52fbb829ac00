/** An HTTP request to a provider of text messages, ready to be sent. */
export interface SmsRequest {
  url: string
  headers: Record<string, string>
  body?: string
}

/** A code and the phone number, in E.164, that it goes to. */
export interface SmsCode {
  phoneNumber: string
  code: string
}
