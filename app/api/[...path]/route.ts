import { refusal, route } from "@/lib/server/http/respond";

const nothingHere = route(({ request }) => {
  const error = `There is no ${new URL(request.url).pathname} in Callscope's API. /openapi.json lists what there is.`;
  return refusal({ status: 404, reason: "not_found", error });
});

export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
};
