import { refusal, route } from "@/lib/server/http/respond";

const nothingHere = route(({ request }) => {
  const error = `Callscope's API has no route ${new URL(request.url).pathname}. See /openapi.json for all routes.`;
  return refusal({ status: 404, reason: "not_found", error });
});

export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
};
