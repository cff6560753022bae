/** What can go wrong with a request to a model provider or a worker. Whoever receives such an error checks its class. */
import { sharedError } from "@/lib/util/shared-error";

/** No request was sent because the rules for outgoing requests forbid the address; the message says which rule and what to do. */
export class OutboundRefused extends sharedError("OutboundRefused") {}

/** The reply cannot be read, and another attempt would not help. The message continues a sentence that begins with "it". */
export class UnusableReply extends sharedError("UnusableReply") {}
