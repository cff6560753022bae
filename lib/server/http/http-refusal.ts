/** A request that is not carried out: its status, a word for programs and a sentence for people. */
export interface HttpRefusal {
  status: number;
  reason: string;
  error: string;
}
