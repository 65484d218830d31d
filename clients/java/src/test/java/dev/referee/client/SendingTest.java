package dev.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.v1.ChunkVerdicts;
import dev.referee.v1.RecordChunk;
import dev.referee.v1.Status;
import dev.referee.v1.StreamWindow;
import dev.referee.v1.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SendingTest {
  @Test
  void chunksHoldWhatTheWindowSays() {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      List<String> wanted = new ArrayList<>();
      for (int i = random.nextInt(60); i > 0; i--) {
        wanted.add("x".repeat(1 + random.nextInt(40)));
      }
      StreamWindow window =
          StreamWindow.newBuilder()
              .setChunks(random.nextInt(5))
              .setRecords(random.nextInt(9))
              .setBytes(random.nextInt(80))
              .build();
      Sending sending = new Sending(wanted.iterator());
      sending.within(window);
      List<String> sent = new ArrayList<>();
      while (!sending.done()) {
        Optional<RecordChunk> chunk = sending.more();
        if (chunk.isEmpty()) {
          assertTrue(sending.unanswered().size() <= Math.max(1, window.getChunks()));
          sending.unanswered().forEach(one -> answer(sending, one));
          continue;
        }
        List<String> lines = lines(chunk.get());
        assertTrue(lines.size() <= Math.max(1, window.getRecords()));
        assertTrue(lines.size() == 1 || chunk.get().getLines().size() <= window.getBytes());
        sent.addAll(lines);
      }
      assertEquals(wanted, sent);
      assertEquals(wanted.size(), sending.answered());
    }
  }

  private static List<String> lines(RecordChunk chunk) {
    return Arrays.asList(chunk.getLines().toStringUtf8().split("\n", -1));
  }

  private static List<StreamedVerdict> answer(Sending sending, RecordChunk chunk) {
    List<Status> clean = Collections.nCopies(lines(chunk).size(), Status.STATUS_CLEAN);
    return sending.answered(
        ChunkVerdicts.newBuilder().setSequence(chunk.getSequence()).addAllStatuses(clean).build());
  }

  @Test
  void noServerMakesAClientHoldMoreThanItLikes() {
    Sending sending = new Sending(Collections.nCopies(1000, "1").iterator());
    sending.within(StreamWindow.newBuilder().setChunks(-1).setRecords(1).setBytes(1).build());
    while (sending.more().isPresent()) {
      assertTrue(sending.unanswered().size() <= 64);
    }
    assertEquals(64, sending.unanswered().size());
  }

  @Test
  void wholeVerdictsAreOfEveryRecord() {
    Sending sending = new Sending(List.of("1", "2").iterator());
    sending.within(StreamWindow.newBuilder().setChunks(1).setRecords(2).setBytes(9).build());
    assertTrue(sending.more().isPresent());
    Verdict clean = Verdict.newBuilder().setStatus(Status.STATUS_CLEAN).setComplete(true).build();
    List<StreamedVerdict> told =
        sending.answered(
            ChunkVerdicts.newBuilder()
                .setSequence(1)
                .addAllStatuses(List.of(Status.STATUS_CLEAN, Status.STATUS_CLEAN))
                .addAllVerdicts(List.of(clean, clean))
                .build());
    assertEquals(List.of(0L, 1L), told.stream().map(StreamedVerdict::number).toList());
    assertTrue(told.get(1).verdict().orElseThrow().complete());
  }

  @Test
  void aRecordIsSentAsOneLine() {
    assertEquals("null", Sending.line(""));
    assertEquals("null", Sending.line(" \n "));
    assertEquals("{\"record\": 1}", Sending.line("{\"record\": 1}\n"));
    assertEquals("no record", Sending.line("no record")); // the server says so
    assertEquals("{\"record\":1,\"a\":2}", Sending.line("{\n\t\"record\": 1,\r\n\"a\":2}"));
    assertEquals(
        "[\"a \\\" b\\\\\",-1.0E5,{\"c\\n\":null}]",
        Sending.line("[ \"a \\\" b\\\\\",\n -1.0E5, {\"c\\n\" : null} ]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "record: 1\nrules: x",
        "{\"record\": 1}\n{\"record\": 2}",
        "{'record':\n1}",
        "{\"record\":\n1",
        "{\"note\": \"two\nlines\"}",
        "[1,\n]",
        "[1,\n2] x"
      })
  void otherLinesAreNoRecord(String text) {
    assertThrows(IllegalArgumentException.class, () -> Sending.line(text));
  }
}
