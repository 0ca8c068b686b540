// region route
// app/api/runs/[runId]/decision/route.ts
import { CountersignError } from 'countersign';
import { httpStatus } from 'countersign/web';
import { agent } from '../../../../../agent.ts';

export async function POST(request: Request, context: { params: Promise<{ runId: string }> }): Promise<Response> {
  const { runId } = await context.params;
  try {
    const output = await agent.resumeStream(await request.json(), { runId });
    return new Response(output.textStream.pipeThrough(new TextEncoderStream()));
  } catch (error) {
    if (!CountersignError.isInstance(error)) throw error;
    return Response.json({ code: error.code, message: error.message }, { status: httpStatus[error.code] });
  }
}
// endregion
